package io.banyan.cli.slurm;

import io.banyan.instance.message.value.JobRecord;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The states of a job under the names that Slurm gives them. Jobs are never in those that {@link #of} does not return;
 * filters accept them.
 */
enum SlurmState {
    PENDING("PD"),
    RUNNING("R"),
    SUSPENDED("S"),
    COMPLETING("CG"),
    CONFIGURING("CF"),
    COMPLETED("CD"),
    CANCELLED("CA"),
    FAILED("F"),
    TIMEOUT("TO"),
    NODE_FAIL("NF"),
    PREEMPTED("PR"),
    DEADLINE("DL"),
    OUT_OF_MEMORY("OOM"),
    BOOT_FAIL("BF"),
    REQUEUED("RQ"),
    REQUEUE_FED("RF"),
    REQUEUE_HOLD("RH"),
    RESIZING("RS"),
    RESV_DEL_HOLD("RD"),
    REVOKED("RV"),
    SIGNALING("SI"),
    SPECIAL_EXIT("SE"),
    STAGE_OUT("SO"),
    STOPPED("ST");

    private static final String ALL = "ALL";

    /** The words of a job's detail that state why it was cancelled. */
    private static final String MADE_ROOM = "it makes room for job ";

    private static final String TOO_LATE = "cannot end by its deadline";

    private final String compact;

    SlurmState(String compact) {
        this.compact = compact;
    }

    /** The short form, such as {@code PD}. */
    String compact() {
        return compact;
    }

    /** The state of a job. */
    static SlurmState of(JobRecord job) {
        return switch (job.state()) {
            case PENDING, RESERVED -> PENDING;
            case RUNNING -> RUNNING;
            case STOPPING -> COMPLETING;
            case COMPLETED -> COMPLETED;
            case CANCELLED -> cancelled(job.detail());
            case EXPIRED -> TIMEOUT;
            case FAILED -> job.lost().isEmpty() ? FAILED : NODE_FAIL;
        };
    }

    private static SlurmState cancelled(String detail) {
        if (detail.contains(MADE_ROOM)) {
            return PREEMPTED;
        }
        return detail.contains(TOO_LATE) ? DEADLINE : CANCELLED;
    }

    /** Whether a job in this state has ended. */
    boolean isOver() {
        return switch (this) {
            case PENDING,
                    RUNNING,
                    SUSPENDED,
                    COMPLETING,
                    CONFIGURING,
                    REQUEUED,
                    REQUEUE_FED,
                    REQUEUE_HOLD,
                    RESIZING,
                    RESV_DEL_HOLD,
                    SIGNALING,
                    STAGE_OUT,
                    STOPPED -> false;
            case COMPLETED,
                    CANCELLED,
                    FAILED,
                    TIMEOUT,
                    NODE_FAIL,
                    PREEMPTED,
                    DEADLINE,
                    OUT_OF_MEMORY,
                    BOOT_FAIL,
                    REVOKED,
                    SPECIAL_EXIT -> true;
        };
    }

    /**
     * The states of a list such as {@code PD,running}, in any case; {@code all} stands for all of them.
     *
     * @throws IllegalArgumentException where a name is not one of Slurm's
     */
    static Set<SlurmState> parse(String list) {
        Set<SlurmState> states = EnumSet.noneOf(SlurmState.class);
        for (String word : list.split(",", -1)) {
            if (word.equalsIgnoreCase(ALL)) {
                states.addAll(EnumSet.allOf(SlurmState.class));
            } else {
                states.add(find(word)
                        .orElseThrow(() -> new IllegalArgumentException("Invalid job state specified: " + word)));
            }
        }
        return states;
    }

    /** The states of several lists; empty where there is no list. May be changed. */
    static Set<SlurmState> parse(List<String> lists) {
        Set<SlurmState> states = EnumSet.noneOf(SlurmState.class);
        lists.forEach(list -> states.addAll(parse(list)));
        return states;
    }

    private static Optional<SlurmState> find(String word) {
        String name = word.toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(state -> state.name().equals(name) || state.compact.equals(name))
                .findFirst();
    }
}
