package io.banyan.cli.workflow.batch;

import io.banyan.provider.process.ProgramRun;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Slurm's commands as processes of this machine, each with a time limit. Any thread. */
public final class SlurmProcesses implements SlurmCommandRunner {
    /** The usual time limit of a command: Slurm's own commands give up after less, unless a queue is very long. */
    public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);

    private final Duration limit;

    /** Makes an execution of commands with a time limit for each. */
    public SlurmProcesses(Duration limit) {
        this.limit = limit;
    }

    @Override
    public Answer run(List<String> words, String input) throws IOException {
        ProgramRun run = ProgramRun.run(words, input.getBytes(StandardCharsets.UTF_8), limit);
        return new Answer(run.status(), run.output(), run.errors(), run.timedOut());
    }

    @Override
    public void pause(int seconds) throws IOException {
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread was interrupted", e);
        }
    }
}
