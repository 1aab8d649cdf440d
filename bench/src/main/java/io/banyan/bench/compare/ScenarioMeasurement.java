package io.banyan.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures one scenario on several engines, in alternation. */
final class ScenarioMeasurement {

    private final Path directory;
    private final int rounds;
    /** By graph and policy: sessions without the measured commands, for which there is no need to run twice. */
    private final Map<String, MeasuredSession> bare = new HashMap<>();

    ScenarioMeasurement(Path directory, int rounds) {
        this.directory = directory;
        this.rounds = rounds;
    }

    /**
     * The result of a scenario.
     *
     * @param medians by engine, in their order
     * @param difference the difference between the engines' answers; empty if they agree
     */
    record Result(BenchScenario scenario, List<Double> medians, String difference) {}

    Result measure(BenchScenario scenario, List<Engine> engines) throws IOException, InterruptedException {
        Path graph = scenario.cluster().write(directory);
        var values = new double[engines.size()][rounds];
        var last = new ArrayList<MeasuredSession>();
        for (int round = 0; round < rounds; round++) {
            last.clear();
            for (int i = 0; i < engines.size(); i++) {
                MeasuredSession session = run(engines.get(i), graph, scenario, round);
                values[i][round] = value(scenario, session, engines.get(i), graph, round);
                last.add(session);
            }
        }
        List<Double> medians =
                Arrays.stream(values).map(ScenarioMeasurement::median).toList();
        return new Result(scenario, medians, difference(last));
    }

    private MeasuredSession run(Engine engine, Path graph, BenchScenario scenario, int round)
            throws IOException, InterruptedException {
        if (scenario.measured().isEmpty()) {
            return bare(engine, graph, scenario, round);
        }
        var commands = new ArrayList<>(scenario.before());
        commands.addAll(scenario.measured());
        return engine.run(graph, scenario.policy(), commands, directory);
    }

    private MeasuredSession bare(Engine engine, Path graph, BenchScenario scenario, int round)
            throws IOException, InterruptedException {
        String key =
                engine.name() + graph + scenario.policy() + scenario.before().size() + "/" + round;
        MeasuredSession known = bare.get(key);
        if (known == null) {
            known = engine.run(graph, scenario.policy(), scenario.before(), directory);
            bare.put(key, known);
        }
        return known;
    }

    private double value(BenchScenario scenario, MeasuredSession session, Engine engine, Path graph, int round)
            throws IOException, InterruptedException {
        int count = scenario.measured().size();
        return switch (scenario.metric()) {
            case RATE -> {
                double seconds =
                        session.seconds() - bare(engine, graph, scenario, round).seconds();
                yield seconds <= 0 ? Double.NaN : count / seconds;
            }
            case ELAPSED -> {
                List<Double> all = session.elapsedMillis();
                long matches = scenario.measured().stream()
                        .filter(command -> command.startsWith("match"))
                        .count();
                int from = (int) Math.max(0, all.size() - matches);
                yield median(all.subList(from, all.size()).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
            }
            case SESSION -> session.seconds();
            case MEMORY -> session.memoryMib();
        };
    }

    private static String difference(List<MeasuredSession> sessions) {
        MeasuredSession first = sessions.getFirst();
        for (MeasuredSession other : sessions) {
            if (other.allocated() != first.allocated() || other.reserved() != first.reserved()) {
                return "%,d allocated and %,d reserved against %,d and %,d"
                        .formatted(first.allocated(), first.reserved(), other.allocated(), other.reserved());
            }
            if (!other.resources().equals(first.resources())) {
                return "other resources";
            }
        }
        return "";
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
