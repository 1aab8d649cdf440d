package io.banyan.bench.throughput;

import static io.banyan.bench.report.MarkdownTable.number;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.bench.report.MarkdownTable;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run.
 *
 * @param jobs that were submitted, and have completed
 * @param seconds from the first submission to the last completion
 * @param submissions how they were answered
 * @param matches that the daemon made
 * @param mostPending how many waited at one time
 * @param all passes over the queue
 * @param whileMany those of them while many waited
 * @param daemonSeconds of processor time
 */
record Figures(
        int jobs,
        double seconds,
        Submitters.Result submissions,
        long matches,
        double mostPending,
        PassTimes all,
        PassTimes whileMany,
        double daemonSeconds) {
    private static final double USUAL = 50;
    private static final double WORST = 99;

    double perSecond() {
        return jobs / seconds;
    }

    double submissionsPerSecond() {
        return jobs / submissions.seconds();
    }

    double passMillis() {
        return whileMany.millis(WORST);
    }

    String table(int many) {
        return new MarkdownTable("", "figure")
                .row("jobs/s, from the first submission to the last completion", number(perSecond()))
                .row("submissions/s", number(submissionsPerSecond()))
                .row("ms of a submission, 50 %", number(submissions.millis(USUAL)))
                .row("99 %", number(submissions.millis(WORST)))
                .row("the most jobs that waited", number(mostPending))
                .row("passes over the queue", number(all.count()))
                .row("ms of a pass, 50 %", number(all.millis(USUAL)))
                .row("99 %", number(all.millis(WORST)))
                .row("passes while %,d waited".formatted(many), number(whileMany.count()))
                .row("ms of such a pass, 50 %", number(whileMany.millis(USUAL)))
                .row("99 %", number(passMillis()))
                .row("matches a job", number((double) matches / jobs))
                .row("µs of the daemon's processor time a job", number(daemonSeconds * 1e6 / jobs))
                .toString();
    }

    String json(String machine, int many) throws JsonProcessingException {
        var mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        document.put("machine", machine)
                .put("jobs", jobs)
                .put("seconds", seconds)
                .put("jobs_per_second", perSecond())
                .put("submissions_per_second", submissionsPerSecond())
                .put("submission_ms_50", submissions.millis(USUAL))
                .put("submission_ms_99", submissions.millis(WORST))
                .put("most_pending", mostPending)
                .put("passes", all.count())
                .put("pass_ms_50", known(all.millis(USUAL)))
                .put("pass_ms_99", known(all.millis(WORST)))
                .put("pending", many)
                .put("passes_while_pending", whileMany.count())
                .put("pass_ms_50_while_pending", known(whileMany.millis(USUAL)))
                .put("pass_ms_99_while_pending", known(passMillis()))
                .put("matches_per_job", (double) matches / jobs)
                .put("daemon_processor_us_per_job", daemonSeconds * 1e6 / jobs);
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }

    /** JSON has no notation for NaN. */
    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
