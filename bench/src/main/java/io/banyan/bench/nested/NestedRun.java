package io.banyan.bench.nested;

import io.banyan.cli.output.Terminal;
import io.banyan.cli.quickstart.Building;
import io.banyan.cli.quickstart.DaemonChain;
import io.banyan.cli.quickstart.Daemons;
import io.banyan.cli.quickstart.GrowRehearsal;
import io.banyan.cli.quickstart.Narration;
import io.banyan.cli.quickstart.QuickstartFailure;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.graph.GraphException;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecDigest;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.wire.session.ChildFrames;
import io.banyan.rpc.wire.session.Down;
import io.banyan.rpc.wire.session.ParentFrames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/**
 * Measures nested grows: starts a daemon for each level and the echo process, fills all levels but the top, and makes
 * all requests round after round, each followed by its echoes and by a shrink of its resources. Every grow is checked.
 * For one thread.
 */
final class NestedRun {
    private static final Duration GRACE = Duration.ofSeconds(10);
    /** Deadline of a grow. The deadline and the hop limit matter here only by the number of their digits. */
    private static final int TIMEOUT_MILLIS = 30_000;

    private static final int HOPS = 16;

    private final Path home;
    private final QuickstartScenario scenario;
    private final String javaOptions;
    private final JournalKind journal;
    private final List<Jobspec> jobspecs = new ArrayList<>();

    /**
     * The measurements of a run, by request in the order of the requests.
     *
     * @param cold the first time, in daemons that had just started
     * @param warm all repetitions after the warm-up
     */
    record Result(List<Samples> cold, List<Samples> warm) {}

    /**
     * @param home the project's root
     * @param javaOptions for the virtual machine of each daemon and of the process that echoes
     * @param journal of each daemon
     */
    NestedRun(Path home, String javaOptions, JournalKind journal) throws JobspecException {
        this.home = home;
        this.journal = journal;
        this.javaOptions = javaOptions;
        this.scenario = QuickstartScenario.paper(home);
        for (QuickstartScenario.Request request : scenario.requests()) {
            jobspecs.add(QuickstartScenario.read(request.jobspec()));
        }
    }

    /** Runs it; where it returns, or fails, no process is left. */
    Result run(int warmUp, int repetitions)
            throws IOException, InterruptedException, ClientException, GraphException, JobspecException,
                    QuickstartFailure {
        var directory = new StateDirectory(Files.createTempDirectory("banyan-nested-"));
        try (var daemons = new Daemons(home.resolve("banyan"), directory, javaOptions, GRACE, () -> {});
                var echo = new EchoProcess(List.of(javaOptions.split("\\s+")))) {
            var building =
                    new Building(scenario, directory, daemons, Narration.silent(Terminal.ofThisProcess()), journal);
            try (DaemonChain chain = building.startTop()) {
                building.spawnAll(chain);
                var growing = new GrowRehearsal(chain, building.fillAll(chain));
                Result result = measure(growing, echo.echo(), warmUp, repetitions);
                daemons.look();
                chain.top().client().stop();
                daemons.awaitEnd();
                daemons.removeFiles();
                return result;
            }
        }
    }

    private Result measure(GrowRehearsal growing, Echo echo, int warmUp, int repetitions)
            throws IOException, InterruptedException, ClientException, GraphException, QuickstartFailure {
        List<Samples> cold = samples();
        for (int i = 0; i < cold.size(); i++) {
            cold.get(i).add(growing.measure(scenario.requests().get(i), jobspecs.get(i)));
        }
        List<Samples> dropped = samples();
        List<Samples> warm = samples();
        for (int round = -warmUp; round < repetitions; round++) {
            progress(round, repetitions);
            for (int i = 0; i < jobspecs.size(); i++) {
                once(growing, echo, i, (round < 0 ? dropped : warm).get(i));
            }
        }
        progress(repetitions, repetitions);
        return new Result(cold, warm);
    }

    private void once(GrowRehearsal growing, Echo echo, int i, Samples samples)
            throws IOException, InterruptedException, ClientException, QuickstartFailure {
        QuickstartScenario.Request request = scenario.requests().get(i);
        GrowRehearsal.Grown grown = growing.grow(jobspecs.get(i), request.name());
        samples.add(growing.counted(request, grown));
        if (samples.count() == 1) {
            samples.setBytes(up(grown, jobspecs.get(i)), down(grown.growth(), jobspecs.get(i)));
        }
        growing.shrink(grown, request.name());
        for (int hop = 1; hop < scenario.levels(); hop++) {
            for (Echo.Mode mode : Echo.Mode.values()) {
                samples.addEcho(mode, echo.millis(mode, samples.bytesUp(), samples.bytesDown()));
            }
        }
    }

    /** The bytes of the question of a level to the next. */
    private static int up(GrowRehearsal.Grown grown, Jobspec jobspec) {
        var message = new UpMessage.Grow(grown.id(), jobspec, HOPS, TIMEOUT_MILLIS);
        return ChildFrames.write(message).stream()
                .mapToInt(frame -> frame.getSerializedSize())
                .sum();
    }

    /** The bytes of the answer to the leaf, which has the times of all levels above it. */
    private static int down(Growth growth, Jobspec jobspec) {
        var message = new DownMessage.Granted(growth.grown().grant(), JobspecDigest.of(jobspec));
        var timings = growth.timings().subList(1, growth.timings().size());
        return ParentFrames.write(new Down(message, timings)).stream()
                .mapToInt(frame -> frame.getSerializedSize())
                .sum();
    }

    private List<Samples> samples() {
        List<Samples> all = new ArrayList<>();
        scenario.requests().forEach(request -> all.add(new Samples(request.name(), request.elements())));
        return all;
    }

    private static void progress(int round, int repetitions) {
        if (Ansi.AUTO.enabled()) {
            String what = round < 0 ? "warming up, %d rounds to go" : "round %d of %d";
            System.err.printf(Locale.ROOT, "\r\u001B[K" + what, Math.abs(round), repetitions);
            System.err.print(round == repetitions ? "\r\u001B[K" : "");
        }
    }
}
