package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs that a site runs as the daemon's own user around each job. Each finds {@code BANYAN_JOB_ID}, {@code
 * BANYAN_JOB_USER} and {@code BANYAN_R} in its environment, and nothing that the job can change: its R is a file of the
 * daemon's own, which exists while the hook runs. A hook may take ten minutes. If the end of a job is requested during
 * its prolog, the prolog ends. If a daemon is killed during a hook, the next daemon ends the hook and runs it again,
 * and never two at once.
 *
 * @param prolog before the job's processes begin; where it fails, they do not
 * @param epilog after they have ended, and where they could not be started
 */
public record Hooks(Optional<Path> prolog, Optional<Path> epilog) {
    /** Nothing. */
    public static final Hooks NONE = new Hooks(Optional.empty(), Optional.empty());

    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);
    private static final long PATIENCE_MINUTES = 10;
    static final String PROLOG = "prolog";
    static final String EPILOG = "epilog";

    /**
     * Looks whether they are there, before the first job needs them.
     *
     * @throws IllegalArgumentException with one sentence, where one of them cannot be run
     */
    public void check() {
        prolog.ifPresent(it -> check("execution.prolog", it));
        epilog.ifPresent(it -> check("execution.epilog", it));
    }

    private static void check(String key, Path program) {
        if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
            throw new IllegalArgumentException(key + ": " + program + " is not a program that this daemon can run");
        }
    }

    /**
     * Ends the hook of an earlier daemon for a job whose end was not observed, whether the hook must run again or not.
     */
    static void endEarlier(JobDirectory directory) throws InterruptedException {
        for (String what : List.of(PROLOG, EPILOG)) {
            try {
                HookProcess.endEarlier(directory.hook(what));
            } catch (IOException e) {
                LOG.warn("The end of the {} of an earlier daemon cannot be recorded: {}", what, e.toString());
            }
        }
    }

    /**
     * Before the job, until it is to end.
     *
     * @param resources the job's resources, as R
     * @throws IOException with one sentence, if it is not to begin
     */
    void before(Effect.StartJob job, JobDirectory directory, String resources, CompletableFuture<?> ending)
            throws IOException, InterruptedException {
        if (prolog.isPresent()) {
            run(PROLOG, prolog.get(), job, directory, Optional.of(resources), ending);
        }
    }

    /**
     * Runs the epilog after the job, whose state it does not change.
     *
     * @param knowing returns its present resources
     * @param started is called when the epilog is about to start, where there is one
     */
    void after(Effect.StartJob job, JobDirectory directory, Confining.Knowing knowing, Runnable started)
            throws InterruptedException {
        if (epilog.isPresent()) {
            started.run();
            try {
                run(EPILOG, epilog.get(), job, directory, resources(job, knowing), new CompletableFuture<>());
            } catch (IOException e) {
                LOG.warn("After job {}: {}", job.job(), e.getMessage());
            }
        }
    }

    private static Optional<String> resources(Effect.StartJob job, Confining.Knowing knowing)
            throws InterruptedException {
        try {
            return Optional.of(knowing.resources()).filter(it -> !it.isBlank());
        } catch (IOException e) {
            LOG.warn("The epilog of job {} runs without BANYAN_R: {}", job.job(), e.getMessage());
            return Optional.empty();
        }
    }

    private static void run(
            String what,
            Path program,
            Effect.StartJob job,
            JobDirectory directory,
            Optional<String> resources,
            CompletableFuture<?> ending)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(List.of(program.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BANYAN_JOB_ID", job.job().toString());
        builder.environment().put("BANYAN_JOB_USER", job.owner());
        HookProcess hook = start(builder, what, program, directory, resources);
        Process process = hook.process();
        try {
            boolean isInTime = CompletableFuture.anyOf(process.onExit(), ending)
                    .thenApply(either -> true)
                    .completeOnTimeout(false, PATIENCE_MINUTES, TimeUnit.MINUTES)
                    .join();
            if (!isInTime) {
                throw new IOException(
                        "the " + what + " " + program + " did not end in " + PATIENCE_MINUTES + " minutes");
            }
            if (!process.isAlive() && process.exitValue() != 0) {
                throw new IOException("the " + what + " " + program + " ended with status " + process.exitValue());
            }
        } finally {
            hook.end();
        }
    }

    private static HookProcess start(
            ProcessBuilder builder, String what, Path program, JobDirectory directory, Optional<String> resources)
            throws IOException, InterruptedException {
        try {
            return HookProcess.start(directory.hook(what), resources, builder);
        } catch (IOException e) {
            String why = !Files.exists(program)
                    ? "no such file"
                    : !Files.isExecutable(program) ? "not a program that this daemon can run" : e.getMessage();
            throw new IOException("the " + what + " " + program + " could not be started: " + why, e);
        }
    }
}
