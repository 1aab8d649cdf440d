package io.banyan.engine.fill;

import io.banyan.engine.PlanMaking;
import io.banyan.engine.WorkflowEngine;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.order.OrderWeights;
import io.banyan.workflow.order.PlanningOrder;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;
import io.banyan.workflow.run.RunSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An engine in front of a {@link ProcessBatch}: in a process of its own that tests kill, or in this one. */
final class EngineProcess {
    static final int NODES = 2;
    static final int CORES = 2;

    private EngineProcess() {}

    /** Runs the workflows of the directory of the only argument until they are over. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        try (WorkflowStore store = store(directory);
                FilledBatch batch = new FilledBatch(new ProcessBatch(directory, NODES, CORES), settings(directory))) {
            run(store, batch);
        }
    }

    /** Runs workflows until they are over. */
    static void run(WorkflowStore store, Batch batch) throws Exception {
        PlanMaking planMaking = new PlanMaking(
                (problem, settings) -> new HeuristicSolver().solve(problem, settings.limit(), Optional.empty()),
                Runnable::run,
                new PlanningOrder(OrderWeights.USUAL, PlanningOrder.USUAL_MOST_PASSED, 0));
        var engine = new WorkflowEngine(
                store, "banyan", batch, planMaking, EngineProcess::nowSec, line -> System.out.println(line));
        do {
            if (!engine.round()) {
                Thread.sleep(20);
            }
        } while (engine.isBusy());
    }

    static WorkflowStore store(Path directory) throws Exception {
        return WorkflowStore.open(directory.resolve("store"));
    }

    static FillerSettings settings(Path directory) {
        return new FillerSettings(
                FillerFiles.all(directory.resolve("store")),
                List.of(java(), "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes(), worker()),
                Optional.empty(),
                EngineProcess::nowSec);
    }

    private static String worker() {
        return WorkerProgram.class.getName();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String classes() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static long nowSec() {
        return Instant.now().getEpochSecond();
    }

    static Process start(Path directory) throws Exception {
        return new ProcessBuilder(
                        java(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes(),
                        EngineProcess.class.getName(),
                        directory.toString())
                .inheritIO()
                .start();
    }

    /** Submits a workflow, and returns its number. */
    static long submit(Path directory, WorkflowStore store, String text, int retries, FillerChoice filler)
            throws Exception {
        Path file = Files.writeString(directory.resolve(text.startsWith("cwl") ? "flow.cwl" : "flow.yaml"), text);
        RunSource source =
                RunSource.read(file.toString(), "flow", "", 1, LocalTextFiles.everywhere(), new LocalFileView());
        var settings = new RunSettings(
                600_000, 64, WorkflowReduction.ruleNames(), 0, "", "compact", false, "heuristic", 1, retries, "");
        return store.add(
                new WorkflowSubmission(
                        source,
                        settings,
                        "banyan",
                        directory.toString(),
                        new TreeMap<>(Map.of("PATH", System.getenv("PATH"), "A", "it's b")),
                        WorkflowSubmission.Precedence.USUAL,
                        null,
                        filler),
                source.load(new LocalFileView()).workflow(),
                nowSec());
    }
}
