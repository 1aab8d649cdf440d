package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The measured step: all requests, round after round, each followed by a shrink of its resources. For one thread. */
final class GrowRounds {
    private final QuickstartScenario scenario;
    private final GrowRehearsal growing;
    private final Narration narration;
    private final Map<String, List<GrowMeasurement>> byRequest = new HashMap<>();

    GrowRounds(QuickstartScenario scenario, GrowRehearsal growing, Narration narration) {
        this.scenario = scenario;
        this.growing = growing;
        this.narration = narration;
    }

    /** Makes and checks all requests. */
    List<GrowResult> run() throws ClientException, GraphException, JobspecException, QuickstartFailure {
        narration.step(
                "Repeatedly grow the leaf's job and shrink it again",
                "A request climbs to the top. The grant is added to the graph of every level on the way " + "down.");
        narration.say(
                "Each round checks the number of new vertices and edges, that they are the same at every level and part of");
        narration.say("what the parent allocated, and that every level is exactly as before after the shrink.");
        int rounds = 1 + scenario.warmRounds();
        for (int round = 1; round <= rounds; round++) {
            for (QuickstartScenario.Request request : scenario.requests()) {
                narration.progress(String.format(Locale.ROOT, "round %d of %d: %s", round, rounds, request.name()));
                measure(request);
            }
        }
        List<GrowResult> results = scenario.requests().stream()
                .map(request -> result(byRequest.getOrDefault(request.name(), List.of())))
                .toList();
        narration.table(GrowTable.of(results));
        explain();
        return results;
    }

    private void measure(QuickstartScenario.Request request)
            throws ClientException, GraphException, JobspecException, QuickstartFailure {
        Jobspec jobspec = QuickstartScenario.read(request.jobspec());
        byRequest.computeIfAbsent(request.name(), name -> new ArrayList<>()).add(growing.measure(request, jobspec));
    }

    private static GrowResult result(List<GrowMeasurement> measurements) {
        return GrowResult.of(measurements.get(0), measurements.subList(1, measurements.size()));
    }

    private void explain() {
        narration.say("");
        narration.say(
                "Times are in milliseconds, and size counts the vertices and edges that each level below the top got. A level");
        narration.say(
                "matches in its own graph, then communicates with the level above, then adds what it receives and updates its graph.");
        narration.say(String.format(
                Locale.ROOT,
                "total: the time that the caller waited, the median of %d warm rounds; cold: the first round, right after the start.",
                scenario.warmRounds()));
        narration.say(
                "paper: its model of communication and add + update on two machines of 2012; ratio: paper / total.");
    }
}
