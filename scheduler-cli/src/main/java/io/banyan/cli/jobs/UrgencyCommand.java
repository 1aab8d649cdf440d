package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands {@code banyan hold}, {@code release} and {@code urgency}, which set the urgency of pending jobs. */
public final class UrgencyCommand {
    private UrgencyCommand() {}

    /** A command whose name implies the urgency. */
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
    @Command(name = "hold", description = "Hold pending jobs until they are released.", mixinStandardHelpOptions = true)
    public static final class Hold extends Named {
        public Hold(Terminal terminal) {
            super(terminal, Submission.HELD, "held", JobSelector.Suitable.WAITING);
        }
    }

    /** {@code banyan release}. */
    @Command(
            name = "release",
            description = "Release held jobs so that they can start.",
            mixinStandardHelpOptions = true)
    public static final class Release extends Named {
        public Release(Terminal terminal) {
            super(terminal, Submission.USUAL_URGENCY, "released", JobSelector.Suitable.HELD);
        }
    }

    /** {@code banyan urgency}. */
    @Command(
            name = "urgency",
            description = "Set the urgency of pending jobs. Jobs with a higher urgency start first.",
            mixinStandardHelpOptions = true)
    public static final class Urgency implements Callable<Integer> {
        @Option(
                names = "--urgency",
                paramLabel = "N",
                required = true,
                description = "Urgency from 0 to 31. The default of a job is 16; 0 holds the jobs.")
        private int urgency;

        @Mixin
        private final Jobs jobs;

        public Urgency(Terminal terminal) {
            this.jobs = new Jobs(terminal);
        }

        @Override
        public Integer call() {
            return jobs.urge(urgency, "urgency " + urgency, JobSelector.Suitable.WAITING);
        }
    }

    /** The jobs, with the daemon that is asked. */
    static final class Jobs {
        @Mixin
        private final Asked asked;

        @Mixin
        private final JobSelector selector = new JobSelector();

        private Jobs(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        private int urge(int urgency, String done, JobSelector.Suitable suitable) {
            CheckedValues.value(() -> new JobRequest.Urge(new JobId(1), urgency));
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
