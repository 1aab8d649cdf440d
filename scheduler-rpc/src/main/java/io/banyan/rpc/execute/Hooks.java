package io.banyan.rpc.execute;

import io.banyan.instance.Effect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a site runs, as the daemon's own user, around what jobs are submitted for. Each finds {@code BANYAN_JOB_ID}, {@code BANYAN_JOB_USER} and {@code BANYAN_R} in its
 * environment, and may take ten minutes.
 *
 * @param prolog before the job's processes begin; where it fails, they do not
 * @param epilog after they have ended
 */
public record Hooks(Optional<Path> prolog, Optional<Path> epilog) {
    /** Nothing. */
    public static final Hooks NONE = new Hooks(Optional.empty(), Optional.empty());

    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);
    private static final long PATIENCE_MINUTES = 10;

    /**
     * Before the job.
     *
     * @throws IOException with one sentence, if it is not to begin
     */
    void before(Effect.StartJob job, JobDirectory directory) throws IOException, InterruptedException {
        if (prolog.isPresent()) {
            run("prolog", prolog.get(), job, directory);
        }
    }

    /** After the job, whose end is what it is. */
    void after(Effect.StartJob job, JobDirectory directory) throws InterruptedException {
        if (epilog.isPresent()) {
            try {
                run("epilog", epilog.get(), job, directory);
            } catch (IOException e) {
                LOG.warn("After job {}: {}", job.job(), e.getMessage());
            }
        }
    }

    private static void run(String what, Path program, Effect.StartJob job, JobDirectory directory)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(List.of(program.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BANYAN_JOB_ID", job.job().toString());
        builder.environment().put("BANYAN_JOB_USER", job.owner());
        builder.environment().put("BANYAN_R", directory.resources().toString());
        Process process = builder.start();
        try {
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(
                        "the " + what + " " + program + " did not end in " + PATIENCE_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IOException("the " + what + " " + program + " ended with status " + process.exitValue());
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
