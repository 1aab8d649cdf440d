package io.banyan.sim.elastic;

import java.util.List;

/**
 * The results of malleable jobs under one policy. Times are in seconds; weights are priorities.
 *
 * @param totalSec from the first submission to the last end
 * @param utilisation the part of all slots that jobs had in that time, 0 to 1
 * @param weightedResponseSec the weighted mean from submission to the first start, the response time of the paper
 * @param weightedCompletionSec the weighted mean from submission to end
 * @param longestWaitSec the longest from submission to the first start
 * @param rescales how often jobs were rescaled
 * @param stops how often jobs were stopped with a checkpoint
 * @param runs one for each job, in the order of their ends
 */
public record ElasticOutcome(
        double totalSec,
        double utilisation,
        double weightedResponseSec,
        double weightedCompletionSec,
        double longestWaitSec,
        int rescales,
        int stops,
        List<Run> runs) {
    /**
     * The times and changes of one job.
     *
     * @param startMillis when it started first
     */
    public record Run(ElasticWorkload.Job job, long startMillis, long endMillis, int rescales, int stops) {
        double responseSec() {
            return startMillis / 1000.0 - job.submitSec();
        }

        double completionSec() {
            return endMillis / 1000.0 - job.submitSec();
        }
    }

    /** Copies the list. */
    public ElasticOutcome {
        runs = List.copyOf(runs);
    }

    /** The longest from submission to end. */
    public double longestCompletionSec() {
        return runs.stream().mapToDouble(Run::completionSec).max().orElse(0);
    }

    static ElasticOutcome of(List<Run> runs, double slotMillis, long slots) {
        long first =
                runs.stream().mapToLong(it -> it.job.submitSec() * 1000).min().orElse(0);
        long last = runs.stream().mapToLong(Run::endMillis).max().orElse(first);
        double weights = runs.stream().mapToDouble(it -> it.job.priority()).sum();
        return new ElasticOutcome(
                (last - first) / 1000.0,
                slotMillis / ((double) slots * (last - first)),
                runs.stream()
                                .mapToDouble(it -> it.job.priority() * it.responseSec())
                                .sum()
                        / weights,
                runs.stream()
                                .mapToDouble(it -> it.job.priority() * it.completionSec())
                                .sum()
                        / weights,
                runs.stream().mapToDouble(Run::responseSec).max().orElse(0),
                runs.stream().mapToInt(Run::rescales).sum(),
                runs.stream().mapToInt(Run::stops).sum(),
                runs);
    }
}
