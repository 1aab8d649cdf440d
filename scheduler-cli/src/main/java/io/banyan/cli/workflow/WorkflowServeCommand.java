package io.banyan.cli.workflow;

import io.banyan.cli.call.JobView;
import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.PlanMaking;
import io.banyan.engine.WorkflowEngine;
import io.banyan.engine.fill.FilledBatch;
import io.banyan.engine.fill.FillerFiles;
import io.banyan.engine.fill.FillerSettings;
import io.banyan.engine.store.HostName;
import io.banyan.engine.store.WorkflowStore;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan workflow serve}: the engine of a directory in the foreground. */
@Command(
        name = "serve",
        description = "Run the workflows of a directory: the engine, in the foreground.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "'banyan workflow submit' starts an engine in the background if none runs. One engine at a time runs the "
                    + "workflows of a directory. It continues all workflows that an earlier engine left."
        })
final class WorkflowServeCommand implements Callable<Integer> {
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    /** The time without a workflow after which an engine ends. */
    private static final long IDLE_MILLIS = 2_000;

    private final Terminal terminal;

    @Mixin
    private final OrderOptions order = new OrderOptions();

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Mixin
    private final BatchOption batch = new BatchOption();

    @Option(
            names = "--filler-address",
            paramLabel = "HOST",
            defaultValue = "${env:BANYAN_FILLER_ADDRESS:-}",
            description = "Name or address of this machine at which the workers of fillers reach the engine (default: "
                    + "$BANYAN_FILLER_ADDRESS, or the loopback address if a reservation has no other machine, or the "
                    + "address of the name of this machine).")
    private String fillerAddress = "";

    @Option(names = "--until-idle", description = "End when no workflow is left.")
    private boolean untilIdle;

    WorkflowServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String identity = ServedBatch.identity(batch.name(), target);
        try (WorkflowStore store = directory.open(target)) {
            Optional<EngineLock> lock = EngineLock.take(store.directory(), identity);
            if (lock.isEmpty() && !untilIdle) {
                throw CommandFailure.no("another engine runs the workflows of " + store.directory());
            }
            if (lock.isPresent()) {
                serve(store, identity, lock.get());
            }
            return ExitStatus.DONE;
        }
    }

    /** Runs the engine. A workflow that comes while the lock is given up is run too. */
    private void serve(WorkflowStore store, String identity, EngineLock first)
            throws IOException, InterruptedException {
        Optional<EngineLock> lock = Optional.of(first);
        ExecutorService planner = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("planner").factory());
        try (ServedBatch served = ServedBatch.open(batch.name(), target);
                FilledBatch filled = new FilledBatch(served.batch(), fillers(store))) {
            var engine = new WorkflowEngine(
                    store,
                    identity,
                    filled,
                    new PlanMaking(PlanningOptions::solve, planner, order.order()),
                    WorkflowServeCommand::nowSec,
                    this::tell);
            while (lock.isPresent()) {
                store.engine(ProcessHandle.current().pid(), HostName.ofThisMachine(), nowSec());
                serve(engine);
                lock.get().close();
                lock = engine.isNeeded() ? EngineLock.take(store.directory(), identity) : Optional.empty();
            }
        } finally {
            planner.shutdownNow();
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    private void serve(WorkflowEngine engine) throws IOException, InterruptedException {
        long pause = SHORTEST_PAUSE_MILLIS;
        long idleMillis = 0;
        while (!untilIdle || idleMillis < IDLE_MILLIS) {
            boolean hasChanged = engine.round();
            pause = hasChanged ? SHORTEST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
            idleMillis = engine.isBusy() ? 0 : idleMillis + pause;
            Thread.sleep(pause);
        }
    }

    private FillerSettings fillers(WorkflowStore store) {
        return new FillerSettings(
                FillerFiles.all(store.directory()),
                EngineProcess.worker(),
                Optional.of(fillerAddress).filter(it -> !it.isBlank()),
                WorkflowServeCommand::nowSec);
    }

    private static long nowSec() {
        return Instant.now().getEpochSecond();
    }

    private void tell(String line) {
        terminal.err().println(JobView.time(nowSec()) + " " + Printable.text(line));
        terminal.err().flush();
    }
}
