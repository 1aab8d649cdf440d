package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.instance.Submission;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan hold}, {@code release} and {@code urge}: which of the jobs that wait come first. */
final class UrgeCommand {
    private UrgeCommand() {}

    /** One whose name says how urgent the jobs are to be. */
    abstract static class Named implements Callable<Integer> {
        @Mixin
        private final Jobs jobs;

        private final int urgency;
        private final String done;

        private Named(Terminal terminal, int urgency, String done) {
            this.jobs = new Jobs(terminal);
            this.urgency = urgency;
            this.done = done;
        }

        @Override
        public final Integer call() {
            return jobs.urge(urgency, done);
        }
    }

    /** {@code banyan hold}. */
    @Command(
            name = "hold",
            description = "Let jobs that wait in the queue wait until they are released.",
            mixinStandardHelpOptions = true)
    static final class Hold extends Named {
        Hold(Terminal terminal) {
            super(terminal, Submission.HELD, "held");
        }
    }

    /** {@code banyan release}. */
    @Command(
            name = "release",
            description = "Let jobs that were held wait for their turn, and start when it comes.",
            mixinStandardHelpOptions = true)
    static final class Release extends Named {
        Release(Terminal terminal) {
            super(terminal, Submission.USUAL_URGENCY, "released");
        }
    }

    /** {@code banyan urge}. */
    @Command(
            name = "urge",
            description = "Let jobs that wait in the queue come before others, or after them.",
            mixinStandardHelpOptions = true)
    static final class Urge implements Callable<Integer> {
        @Option(
                names = "--urgency",
                paramLabel = "N",
                required = true,
                description = "From 1 to 31, before jobs of less; 16 is usual, and 0 holds them.")
        private int urgency;

        @Mixin
        private final Jobs jobs;

        Urge(Terminal terminal) {
            this.jobs = new Jobs(terminal);
        }

        @Override
        public Integer call() {
            return jobs.urge(urgency, "urgency " + urgency);
        }
    }

    /** The jobs, and whom to ask. */
    static final class Jobs {
        @Mixin
        private final Asked asked;

        @Parameters(paramLabel = "JOBID", arity = "1..*", description = "The jobs.")
        private List<Long> ids = List.of();

        private Jobs(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        private int urge(int urgency, String done) {
            List<JobRequest.Urge> requests = Checked.value(() -> ids.stream()
                    .map(id -> new JobRequest.Urge(new JobId(id), urgency))
                    .toList());
            List<JobView> jobs = requests.stream()
                    .map(request -> JobView.of(
                            asked.ask(client -> client.queueing().urge(request)).job()))
                    .toList();
            asked.print(jobs, all -> text(all, done));
            return ExitStatus.DONE;
        }

        private static String text(List<JobView> jobs, String done) {
            StringBuilder text = new StringBuilder();
            jobs.forEach(job -> text.append("job %d %s: %s%n".formatted(job.id(), done, job.state())));
            return text.toString();
        }
    }
}
