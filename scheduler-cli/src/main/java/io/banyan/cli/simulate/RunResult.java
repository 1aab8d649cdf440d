package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.metric.Metric;
import io.banyan.sim.metric.OutcomeSummary;
import io.banyan.sim.metric.OutcomeSummary.JobClass;
import io.banyan.sim.metric.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of one or several workloads, as it is printed.
 *
 * @param trace where the jobs come from
 * @param jobs how many there are in the first workload
 * @param workloads the name of each
 * @param remarks the remarks on the first
 */
record RunResult(
        String trace, int jobs, long processors, List<String> workloads, List<String> remarks, List<Line> policies) {
    /**
     * The result under one policy.
     *
     * @param estimates each number that policies are compared by, over all workloads
     * @param summaries one for each workload
     * @param tookSec real time
     */
    record Line(String policy, Map<String, MeanEstimate> estimates, List<OutcomeSummary> summaries, double tookSec) {}

    String text(List<Grouping> groupings) {
        List<String> lines = new ArrayList<>();
        lines.add(trace + ": " + jobs + (jobs == 1 ? " job on " : " jobs on ") + processors
                + (processors == 1 ? " processor" : " processors"));
        lines.addAll(remarks);
        int refused = policies.getFirst().summaries.getFirst().refused();
        if (refused > 0) {
            lines.add(refused + (refused == 1 ? " job requests" : " jobs request")
                    + " more resources than exist and did not run");
        }
        if (workloads.size() > 1) {
            lines.add(workloads.size() + " workloads; each number is a mean with its 95 % confidence interval");
        }
        lines.add("");
        lines.add(comparison().toString().stripTrailing());
        for (Grouping grouping : groupings) {
            lines.add("");
            lines.add(classes(grouping).toString().stripTrailing());
        }
        return String.join("\n", lines);
    }

    private Table comparison() {
        var table = new Table().left("policy").right("jobs");
        Arrays.stream(Metric.values()).map(Metric::label).forEach(table::right);
        table.right("took");
        for (Line line : policies) {
            List<Object> cells = new ArrayList<>(
                    List.of(line.policy, line.summaries.getFirst().jobs()));
            for (Metric metric : Metric.values()) {
                cells.add(metric.shown(MeanEstimate.of(
                        line.summaries.stream().mapToDouble(metric::of).toArray())));
            }
            cells.add(number("%.2f s", line.tookSec));
            table.row(cells.toArray());
        }
        return table;
    }

    /** Returns the table of the job classes of the first workload. */
    private Table classes(Grouping grouping) {
        var table = new Table()
                .left("policy")
                .left(grouping.toString())
                .right("jobs")
                .right("mean wait")
                .right("weighted")
                .right("p50")
                .right("p90")
                .right("p95")
                .right("p99")
                .right("max")
                .right("mean completion")
                .right("mean slowdown")
                .right("p95 slowdown");
        for (Line line : policies) {
            for (JobClass some : grouping.of(line.summaries.getFirst())) {
                Spread wait = some.waiting();
                table.row(
                        line.policy,
                        some.name(),
                        some.jobs(),
                        seconds(wait.mean()),
                        seconds(wait.weighted()),
                        seconds(wait.p50()),
                        seconds(wait.p90()),
                        seconds(wait.p95()),
                        seconds(wait.p99()),
                        seconds(wait.max()),
                        seconds(some.completion().mean()),
                        number("%.2f", some.slowdown().mean()),
                        number("%.2f", some.slowdown().p95()));
            }
        }
        return table;
    }

    /** A row for each policy, workload and class of jobs. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        List<String> heading = new ArrayList<>(
                List.of("policy", "workload", "by", "class", "jobs", "refused", "makespan_s", "utilisation"));
        for (String of : List.of("wait_s", "completion_s", "slowdown")) {
            for (String what : List.of("mean", "weighted", "p50", "p90", "p95", "p99", "max")) {
                heading.add(of + "_" + what);
            }
        }
        rows.add(heading);
        for (Line line : policies) {
            for (int i = 0; i < workloads.size(); i++) {
                OutcomeSummary summary = line.summaries.get(i);
                for (Grouping grouping : Grouping.values()) {
                    for (JobClass some : grouping.of(summary)) {
                        rows.add(row(line.policy, workloads.get(i), grouping, some, summary));
                    }
                }
            }
        }
        return rows;
    }

    private static List<String> row(
            String policy, String workload, Grouping grouping, JobClass some, OutcomeSummary summary) {
        boolean isAll = grouping == Grouping.ALL;
        List<String> row = new ArrayList<>(
                List.of(policy, workload, grouping.toString(), some.name(), Integer.toString(some.jobs())));
        row.add(isAll ? Integer.toString(summary.refused()) : "");
        row.add(isAll ? Long.toString(summary.makespanSec()) : "");
        row.add(isAll ? number("%.6f", summary.utilisation()) : "");
        for (Spread it : List.of(some.waiting(), some.completion(), some.slowdown())) {
            for (double value :
                    new double[] {it.mean(), it.weighted(), it.p50(), it.p90(), it.p95(), it.p99(), it.max()}) {
                row.add(number("%.3f", value));
            }
        }
        return row;
    }

    private static String seconds(double value) {
        return number("%.0f s", value);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
