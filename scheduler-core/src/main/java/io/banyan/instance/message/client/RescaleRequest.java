package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import io.banyan.resource.PrintableText;
import java.util.Objects;

/** A request about the number of slots that a malleable job runs with. */
public sealed interface RescaleRequest extends Request {
    /** Returns the job that the request is about. */
    JobId job();

    /**
     * Propose another number of slots to a job, for its owner or for the job itself. Answered by {@link
     * MalleableAnswer.Rescaled} when the job has answered or its time for an answer is over; by {@link Answer.Refused}
     * if it asks for more slots than are free, or by {@link Answer.Failed}.
     */
    record Propose(JobId job, long slots) implements RescaleRequest {
        /** Checks the number. */
        public Propose {
            Objects.requireNonNull(job, "job");
            ValueChecks.positive(slots, "slots");
        }
    }

    /**
     * The job answers a proposal. Answered by {@link MalleableAnswer.Rescaled}, or by {@link Answer.Failed} where that
     * is over.
     *
     * @param number the proposal's
     * @param isAccepted whether the job runs with the other number of slots from now on
     * @param why a reason where it does not; may be empty
     */
    record Reply(JobId job, long number, boolean isAccepted, String why) implements RescaleRequest {
        /** The longest reason. */
        public static final int MOST_WHY = 1000;

        /** Checks the number, and shortens the reason to one line. */
        public Reply {
            Objects.requireNonNull(job, "job");
            ValueChecks.positive(number, "a proposal's number");
            why = lineOf(why);
        }

        private static String lineOf(String text) {
            String line = PrintableText.spaced(text.strip().lines().findFirst().orElse(""));
            return line.length() > MOST_WHY ? line.substring(0, MOST_WHY) : line;
        }
    }

    /**
     * Let an application listen for proposals to its job from now on. Nothing changes. Answered like {@link Look}, or
     * by {@link Answer.Failed} also where an instance runs in the job.
     */
    record Attend(JobId job) implements RescaleRequest {
        /** Checks that there is a job. */
        public Attend {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * A query for the number of slots that a job runs with, and for its proposal. Nothing changes. Answered by {@link
     * MalleableAnswer.Slots} or {@link Answer.Failed}.
     */
    record Look(JobId job) implements RescaleRequest {
        /** Checks that there is a job. */
        public Look {
            Objects.requireNonNull(job, "job");
        }
    }
}
