package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.instance.Submission;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan hold}, {@code release} and {@code urge}: which of the jobs that wait come first. */
final class UrgeCommand {
    private UrgeCommand() {}

    /** One whose name says how urgent the jobs are to be. */
    abstract static class Named implements Callable<Integer> {
        @Mixin
        private final Jobs jobs;

        private final int urgency;
        private final String done;
        private final JobSelector.Suitable suitable;

        private Named(Terminal terminal, int urgency, String done, JobSelector.Suitable suitable) {
            this.jobs = new Jobs(terminal);
            this.urgency = urgency;
            this.done = done;
            this.suitable = suitable;
        }

        @Override
        public final Integer call() {
            return jobs.urge(urgency, done, suitable);
        }
    }

    /** {@code banyan hold}. */
    @Command(
            name = "hold",
            description = "Let jobs that wait in the queue wait until they are released.",
            mixinStandardHelpOptions = true)
    static final class Hold extends Named {
        Hold(Terminal terminal) {
            super(terminal, Submission.HELD, "held", JobSelector.Suitable.WAITING);
        }
    }

    /** {@code banyan release}. */
    @Command(
            name = "release",
            description = "Let jobs that were held wait for their turn, and start when it comes.",
            mixinStandardHelpOptions = true)
    static final class Release extends Named {
        Release(Terminal terminal) {
            super(terminal, Submission.USUAL_URGENCY, "released", JobSelector.Suitable.HELD);
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
            return jobs.urge(urgency, "urgency " + urgency, JobSelector.Suitable.WAITING);
        }
    }

    /** The jobs, and whom to ask. */
    static final class Jobs {
        @Mixin
        private final Asked asked;

        @Mixin
        private final JobSelector selector = new JobSelector();

        private Jobs(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        private int urge(int urgency, String done, JobSelector.Suitable suitable) {
            Checked.value(() -> new JobRequest.Urge(new JobId(1), urgency));
            JobActions.Outcome<JobView> outcome = new JobActions(asked, selector)
                    .perform(
                            suitable,
                            (client, job, states) -> JobView.of(client.queueing()
                                    .urge(new JobRequest.Urge(job, urgency, states))
                                    .job()));
            List<Object> all = new ArrayList<>(outcome.done());
            all.addAll(outcome.failed());
            asked.print(all, shown -> text(outcome.done(), done) + outcome.leftAloneText());
            outcome.requireAll();
            return ExitStatus.DONE;
        }

        private static String text(List<JobView> jobs, String done) {
            StringBuilder text = new StringBuilder();
            jobs.forEach(job -> text.append("job %d %s: %s%n".formatted(job.id(), done, job.state())));
            return text.toString();
        }
    }
}
