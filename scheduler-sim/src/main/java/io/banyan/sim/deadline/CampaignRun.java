package io.banyan.sim.deadline;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * One run of a campaign with its result; a line of its file.
 *
 * @param counted the number of the same jobs that are accepted by counts
 */
public record CampaignRun(
        long seed,
        LoadLevel load,
        ProgramMix programs,
        Communication communication,
        MappingRule mapping,
        long counted,
        ExecutionOutcome outcome) {
    /** The names of the columns that identify a run, which the campaigns of all versions have. */
    static final String FIRST_COLUMNS = "seed,load,programs,communication,mapping,";

    /** The names of the columns. */
    public static final String HEADER = FIRST_COLUMNS + "counted,jobs,accepted,refused_by_shape,free_at_refusal,"
            + "largest_at_refusal,accepted_node_s,completed,cancelled,completed_node_s,last_end_s,used_node_s,"
            + "held_node_s,used_share,work_s,sharing_slowdown,message_slowdown,distance,least_distance";

    private static final double PERCENT = 100;
    private static final double HOUR_SEC = 3_600;
    private static final int COLUMNS = 24;
    private static final int FIRST_OF_OUTCOME = 6;

    /** The number of submitted jobs. */
    int jobs() {
        return outcome.jobs();
    }

    /** The number of accepted jobs. */
    int accepted() {
        return outcome.accepted();
    }

    /** The number of completed jobs. */
    int completed() {
        return outcome.completed();
    }

    /** The cancelled jobs in percent of the accepted ones. */
    double cancelledPercent() {
        return PERCENT * outcome.cancelledShare();
    }

    /** The node hours of the completed jobs. */
    double completedNodeHours() {
        return outcome.completedNodeSec() / HOUR_SEC;
    }

    /** The values that identify the run, as its line has them. */
    String key() {
        return key(seed, load, programs, communication, mapping);
    }

    /** The values that identify a run. */
    static String key(
            long seed, LoadLevel load, ProgramMix programs, Communication communication, MappingRule mapping) {
        return String.join(
                ",", Long.toString(seed), load.word(), programs.word(), communication.word(), mapping.word());
    }

    /** The line of the file. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%s,%d,%d,%d,%d,%.3f,%.3f,%.0f,%d,%d,%.0f,%.3f,%.0f,%.0f,%.4f,%.0f,%.4f,%.4f,%.4f,%.4f",
                key(),
                counted,
                outcome.jobs(),
                outcome.accepted(),
                outcome.refusedByShape(),
                outcome.freeAtRefusal(),
                outcome.largestAtRefusal(),
                outcome.acceptedNodeSec(),
                outcome.completed(),
                outcome.cancelled(),
                outcome.completedNodeSec(),
                outcome.lastEndSec(),
                outcome.usedNodeSec(),
                outcome.heldNodeSec(),
                outcome.usedShare(),
                outcome.workSec(),
                outcome.sharingSlowdown(),
                outcome.messageSlowdown(),
                outcome.distance(),
                outcome.leastDistance());
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException with one sentence, if the line is not a run
     */
    public static CampaignRun parse(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != COLUMNS) {
            throw new IllegalArgumentException(
                    "expected " + COLUMNS + " values, found " + cells.length + ": '" + line + "'");
        }
        try {
            double[] values = Arrays.stream(cells, FIRST_OF_OUTCOME, COLUMNS)
                    .mapToDouble(CampaignRun::number)
                    .toArray();
            return checked(new CampaignRun(
                    Long.parseLong(cells[0]),
                    of(LoadLevel.values(), LoadLevel::word, cells[1]),
                    of(ProgramMix.values(), ProgramMix::word, cells[2]),
                    of(Communication.values(), Communication::word, cells[3]),
                    MappingRule.parse(cells[4]),
                    count(cells[5]),
                    outcome(cells, values)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected numbers in '" + line + "'", e);
        }
    }

    private static <T> T of(T[] values, Function<T, String> word, String found) {
        return Arrays.stream(values)
                .filter(value -> word.apply(value).equals(found))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of "
                        + String.join(", ", Arrays.stream(values).map(word).toList()) + ", found '" + found + "'"));
    }

    private static double number(String cell) {
        double value = Double.parseDouble(cell);
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("expected numbers from 0 on, found '" + cell + "'");
        }
        return value;
    }

    private static int count(String cell) {
        int value = Integer.parseInt(cell);
        if (value < 0) {
            throw new IllegalArgumentException("expected numbers from 0 on, found '" + cell + "'");
        }
        return value;
    }

    private static CampaignRun checked(CampaignRun run) {
        ExecutionOutcome outcome = run.outcome;
        if (outcome.accepted() > outcome.jobs() || run.counted > outcome.jobs()) {
            throw new IllegalArgumentException("expected at most " + outcome.jobs() + " accepted jobs, found "
                    + Math.max(outcome.accepted(), run.counted));
        }
        if (outcome.accepted() != (long) outcome.completed() + outcome.cancelled()) {
            throw new IllegalArgumentException("expected as many accepted jobs as completed and cancelled ones, found "
                    + outcome.accepted() + ", " + outcome.completed() + " and " + outcome.cancelled());
        }
        return run;
    }

    private static ExecutionOutcome outcome(String[] cells, double[] values) {
        return new ExecutionOutcome(
                count(cells[FIRST_OF_OUTCOME]),
                count(cells[FIRST_OF_OUTCOME + 1]),
                count(cells[FIRST_OF_OUTCOME + 2]),
                values[3],
                values[4],
                values[5],
                count(cells[FIRST_OF_OUTCOME + 6]),
                count(cells[FIRST_OF_OUTCOME + 7]),
                values[8],
                values[9],
                values[10],
                values[11],
                values[12],
                values[13],
                values[14],
                values[15],
                values[16],
                values[17]);
    }
}
