package io.banyan.instance.message.client;

import io.banyan.instance.message.value.Reservation;
import io.banyan.jobspec.Dependency;
import io.banyan.match.Reason;
import io.banyan.queue.Excess;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Why a job that was submitted does not run yet. */
public sealed interface WaitReason {
    /** The job is held by its urgency. */
    record Held() implements WaitReason {}

    /** Other jobs must have started or ended first. */
    record Depends(List<Dependency> dependencies) implements WaitReason {
        /** Copies the list. */
        public Depends {
            dependencies = List.copyOf(dependencies);
        }
    }

    /**
     * The begin time of the job has not come.
     *
     * @param atMillis before when it does not start
     */
    record BeginTime(long atMillis) implements WaitReason {}

    /**
     * The job has a reservation.
     *
     * @param startSec its start, at the latest
     * @param why the obstacle to a start now; empty if unknown
     */
    record Reserved(long startSec, Optional<WaitReason> why) implements WaitReason {
        /** Without what keeps it from starting now. */
        public Reserved(long startSec) {
            this(startSec, Optional.empty());
        }

        /** Checks that what keeps it is not its own reservation. */
        public Reserved {
            if (why.filter(Reserved.class::isInstance).isPresent()) {
                throw new IllegalArgumentException("A reservation does not wait for itself.");
            }
        }
    }

    /**
     * The job is booked, since its queue books jobs when they are submitted.
     *
     * @param startSec its start, which never moves
     */
    record Booked(long startSec) implements WaitReason {}

    /**
     * The turn of the job has not come: it is not looked at before others have started.
     *
     * @param jobs how many come before it
     */
    record Behind(long jobs) implements WaitReason {}

    /**
     * There is no room for it now, beside the running jobs and the reservations of jobs before it.
     *
     * @param reasons the missing resources; empty if unknown
     */
    record Resources(List<Reason> reasons) implements WaitReason {
        /** Copies the list. */
        public Resources {
            reasons = List.copyOf(Objects.requireNonNull(reasons, "reasons"));
        }
    }

    /**
     * There is no room for it at any time while vertices are not up.
     *
     * @param vertices the number of drained, down or lost vertices, without those below them
     */
    record NotUp(long vertices) implements WaitReason {}

    /**
     * There is no room for it in time, and so nothing is reserved for it.
     *
     * @param lastSec when it has to start, to have ended at its deadline
     */
    record TooLate(long lastSec) implements WaitReason {}

    /**
     * The job is to run in an advance reservation.
     *
     * @param name that one's name
     * @param opensSec when that begins; empty where it has, and has no room for it now
     */
    record ForReservation(String name, OptionalLong opensSec) implements WaitReason {
        /** Checks that there is a name. */
        public ForReservation {
            Reservation.requireName(name);
            Objects.requireNonNull(opensSec, "opensSec");
        }
    }

    /** The payer of the job has reached a limit on concurrent use. */
    record OverLimit(Excess excess) implements WaitReason {
        /** Checks that there is a limit. */
        public OverLimit {
            Objects.requireNonNull(excess, "excess");
        }
    }

    /**
     * An advance reservation keeps the resources that it needs.
     *
     * @param untilSec the end of the reservation
     */
    record Kept(String name, long untilSec) implements WaitReason {
        /** Checks that there is a name. */
        public Kept {
            Reservation.requireName(name);
        }
    }

    /**
     * The queue of the job was stopped.
     *
     * @param queue its name; empty if the instance has one queue
     * @param why may be empty
     */
    record QueueStopped(String queue, String why) implements WaitReason {
        /** Checks that nothing is missing. */
        public QueueStopped {
            Objects.requireNonNull(queue, "queue");
            Objects.requireNonNull(why, "why");
        }
    }

    /** The job will wait again, and its processes are being stopped. */
    record Stopping() implements WaitReason {}
}
