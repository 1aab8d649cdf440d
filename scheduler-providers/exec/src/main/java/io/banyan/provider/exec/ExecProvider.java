package io.banyan.provider.exec;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.NodeHandles;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.process.ProcessOwner;
import io.banyan.provider.process.ProgramRun;
import io.banyan.provider.process.Subreaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider that is any executable. It is run with one argument, the operation, and reads one JSON object with {@code
 * protocol}, {@code owner} and:
 *
 * <ul>
 *   <li>{@code provision}: {@code request_id}, {@code timeout_ms}, {@code max_vertices}, {@code user}, {@code job} and
 * {@code jobspec} (RFC 14). It writes the resources as JGF to standard output and ends with status 0. Run again with
 * the same {@code request_id} it must bring nothing new.
 *   <li>{@code release}: {@code request_id} and {@code handles}, each with {@code path} and {@code value}: the nodes
 * that it is to take back. The value
 *       is a node's path in the JGF that it wrote, or, where it wrote no node, the request's id; the path is where that
 * lies in the instance's graph. No handle is
 *       everything. A request or a handle that it does not know is no error.
 *   <li>{@code inventory}, from version 2: nothing more. It writes the resources that it has for this owner ({@link
 * Messages#inventory(String)}).
 *   <li>{@code estimate}, from version 2: {@code jobspec}. It writes its estimate ({@link Messages#estimate(String)}).
 * </ul>
 *
 * Status 1 of {@code provision} or {@code estimate} is a "no", whose reason is on standard error, and means that
 * nothing was brought; any other status is a failure of the executable. After a failure, a time-out, an interrupt or an
 * output that cannot be used, everything under the request's id is released. A call ends with the executable: its
 * background processes are killed, as far as {@link ProgramRun} knows them. Its standard error is in the daemon's log.
 */
final class ExecProvider implements ExternalProvider {
    private static final Logger LOG = LoggerFactory.getLogger(ExecProvider.class);
    private static final int NO = 1;
    private static final Duration LONGEST_TELLING = Duration.ofSeconds(60);

    private final String name;
    private final Path executable;
    private final ExecSettings script;
    private final Messages messages;
    private final ProcessOwner caller;
    private final Semaphore runs;
    /** Separate from the others, so that releases do not wait for provisions. */
    private final Semaphore releases;
    /** Permits of runs that only ask. They are counted apart, since a provision may take long. */
    private final Semaphore questions;

    ExecProvider(String name, String owner, Path executable, ExecSettings script) {
        this.name = name;
        this.executable = executable;
        this.script = script;
        this.messages = new Messages(script.protocol(), owner);
        if (!Subreaper.isPossible()) {
            LOG.warn(
                    "Processes that {} leaves running and that clear their environment may continue after a call: this machine has neither perl nor python3",
                    executable);
        }
        this.caller = new ProcessOwner(
                List.of(owner, name, executable.toAbsolutePath().normalize().toString()));
        this.runs = new Semaphore(script.atOnce(), true);
        this.releases = new Semaphore(script.atOnce(), true);
        this.questions = new Semaphore(script.atOnce(), true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String describe() {
        return "runs " + executable + ", for at most " + script.timeout().toSeconds() + " s at a time, protocol "
                + script.protocol();
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        Duration wait = shorter(script.timeout(), Duration.ofMillis(request.timeoutMillis()));
        try {
            ProgramRun run = run(runs, "provision", messages.provision(request), wait);
            return CompletableFuture.completedStage(
                    switch (run.status()) {
                        case 0 -> read(request, run);
                        case NO -> new ProvisionResult.Refused(reason(run));
                        default -> new ProvisionResult.Failed(failure("provision", run, wait));
                    });
        } catch (NoRoom notRun) {
            return CompletableFuture.completedStage(new ProvisionResult.Refused(noRoom()));
        }
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        ProgramRun run = run(releases, "release", messages.release(requestId, handles), script.timeout());
        if (run.status() != 0) {
            return CompletableFuture.failedStage(new IOException(failure("release", run, script.timeout())));
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        if (script.protocol() < ExecSettings.TELLS) {
            return CompletableFuture.completedStage(new Inventory.Unknown());
        }
        Duration wait = shorter(script.timeout(), LONGEST_TELLING);
        ProgramRun run = run(questions, "inventory", messages.inventory(), wait);
        try {
            return run.status() == 0
                    ? CompletableFuture.completedStage(Messages.inventory(run.output()))
                    : CompletableFuture.failedStage(new IOException(failure("inventory", run, wait)));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        if (script.protocol() < ExecSettings.TELLS) {
            return CompletableFuture.completedStage(new Estimate.Unknown());
        }
        Duration wait = shorter(script.timeout(), LONGEST_TELLING);
        ProgramRun run = run(questions, "estimate", messages.estimate(jobspec), wait);
        if (run.status() == NO) {
            return CompletableFuture.completedStage(new Estimate.Impossible(reason(run)));
        }
        try {
            return run.status() == 0
                    ? CompletableFuture.completedStage(Messages.estimate(run.output()))
                    : CompletableFuture.failedStage(new IOException(failure("estimate", run, wait)));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public void close() {
        // Each run ends by itself or by its time-out.
    }

    private ProvisionResult read(ProvisionRequest request, ProgramRun run) {
        try {
            Subgraph brought = JgfReader.read(run.output(), name + " provision");
            if (brought.isEmpty()) {
                return new ProvisionResult.Failed("it wrote a graph without vertices");
            }
            if (brought.vertices().size() > request.maxVertices()) {
                return new ProvisionResult.Failed(
                        "the grant has " + brought.vertices().size() + " vertices, but at most " + request.maxVertices()
                                + " are accepted");
            }
            return new ProvisionResult.Provisioned(brought, NodeHandles.of(brought, request.requestId()));
        } catch (GraphException e) {
            return new ProvisionResult.Failed("its output is not JGF: " + e.getMessage());
        }
    }

    /** The executable was not run, since too many runs are going on. */
    private static final class NoRoom extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoRoom(String message) {
            super(message);
        }
    }

    /** Runs it, when there is room for another run; the wait for that is part of the time. */
    private ProgramRun run(Semaphore room, String what, byte[] input, Duration wait) {
        long begin = System.nanoTime();
        try {
            if (!room.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new NoRoom(noRoom());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(executable + " was interrupted", e));
        }
        try {
            Duration left = wait.minusNanos(System.nanoTime() - begin);
            ProgramRun run = caller.run(List.of(executable.toString(), what), input, left);
            run.errors().lines().forEach(line -> LOG.info("{} {}: {}", name, what, line));
            return run;
        } catch (IOException e) {
            throw new UncheckedIOException(executable + " " + e.getMessage(), e);
        } finally {
            room.release();
        }
    }

    private static String reason(ProgramRun run) {
        return run.errors().isBlank() ? "it gave no reason" : run.errors();
    }

    private String noRoom() {
        return "all " + script.atOnce() + " concurrent runs took too long";
    }

    private String failure(String what, ProgramRun run, Duration wait) {
        String end = run.timedOut()
                ? "took longer than " + wait.toMillis() / 1000.0 + " s"
                : "failed with status " + run.status();
        return executable.getFileName() + " " + what + " " + end + (run.errors().isBlank() ? "" : ": " + run.errors());
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
