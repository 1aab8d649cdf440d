package io.banyan.sim.report;

import io.banyan.sim.metric.Metric;
import io.banyan.sim.plot.Axis;
import io.banyan.sim.plot.BarPanels;
import io.banyan.sim.plot.GanttPlot;
import io.banyan.sim.plot.LinePlot;
import io.banyan.sim.plot.Series;
import io.banyan.sim.workload.JobRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** A page that compares policies on workloads: one file, with everything inside that it takes, and no script. */
public final class HtmlReport {
    private static final double LONGEST_LOG_FROM = 10;

    /**
     * The workloads and the machine that a page describes.
     *
     * @param title in one line
     * @param jobs how many there are in the first workload
     * @param workloads how many there are
     * @param nodes the names of the machine's nodes, in its order; empty where it has none
     * @param remarks the remarks on the workload, one sentence each
     */
    public record Subject(
            String title, int jobs, int workloads, long processors, List<String> nodes, List<String> remarks) {
        /** Copies the lists. */
        public Subject {
            nodes = List.copyOf(nodes);
            remarks = List.copyOf(remarks);
        }
    }

    private final Subject subject;
    private final List<PolicyResult> results;
    private final Page page;
    private final long fromSec;
    private final long toSec;
    private final TimeUnit unit;

    private HtmlReport(Subject subject, List<PolicyResult> results) {
        this.subject = subject;
        this.results = results;
        this.page = new Page("Simulation of " + subject.title);
        List<JobRun> all =
                results.stream().flatMap(result -> result.runs().stream()).toList();
        long first = all.stream().mapToLong(run -> run.job().submitSec()).min().orElse(0);
        this.toSec = all.stream().mapToLong(JobRun::endSec).max().orElse(first + 1);
        this.fromSec = first < toSec / 10 ? 0 : first;
        this.unit = TimeUnit.forSpan(toSec);
    }

    /** The page. O(jobs log jobs) for each policy. */
    public static String page(Subject subject, List<PolicyResult> results) {
        return new HtmlReport(subject, results).text();
    }

    private String text() {
        head();
        comparison();
        if (results.stream().anyMatch(result -> !result.first().isEmpty())) {
            page.section("Over time" + ofFirst());
            utilisation();
            queue();
            page.section("Waiting times" + ofFirst());
            waits();
            page.section("Jobs by node" + ofFirst());
            results.forEach(this::gantt);
        }
        page.section("Definitions");
        words();
        return page.text();
    }

    private String ofFirst() {
        return subject.workloads > 1 ? " (first workload)" : "";
    }

    private void head() {
        page.paragraph(subject.jobs + " jobs on a machine of " + subject.processors + " processors, replayed in "
                + "virtual time under " + results.size() + (results.size() == 1 ? " queue policy" : " queue policies")
                + (subject.workloads > 1
                        ? ", " + subject.workloads
                                + " workloads from as many seeds; each value is a mean with its 95 % confidence interval (Student's t)."
                        : "."));
        if (!subject.remarks.isEmpty()) {
            page.paragraph("Remarks on the trace:");
            page.list(subject.remarks);
        }
    }

    private void comparison() {
        page.section("Comparison of policies");
        List<String> names = results.stream().map(PolicyResult::policy).toList();
        List<String> heading = new ArrayList<>(List.of(""));
        heading.addAll(names);
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(
                "jobs that ran",
                result -> Integer.toString(result.summaries().getFirst().jobs())));
        for (Metric metric : Metric.values()) {
            rows.add(row(metric.label(), result -> metric.shown(result.estimate(metric))));
        }
        page.table(heading, rows);
        page.picture(BarPanels.svg(
                "Policies side by side",
                names,
                Arrays.stream(Metric.values()).map(this::panel).toList()));
    }

    private List<String> row(String label, Function<PolicyResult, String> cell) {
        return Stream.concat(Stream.of(label), results.stream().map(cell)).toList();
    }

    private BarPanels.Panel panel(Metric metric) {
        String better = metric.better() == Metric.Better.LESS ? " (less is better)" : " (more is better)";
        return new BarPanels.Panel(
                metric.label() + better,
                results.stream()
                        .map(result -> result.estimate(metric))
                        .map(it -> new BarPanels.Value(it.mean(), it.halfWidth(), metric.shown(it)))
                        .toList());
    }

    private Axis time() {
        return Axis.between("time since the beginning (" + unit.label() + ")", unit.of(fromSec), unit.of(toSec));
    }

    private void utilisation() {
        Axis y = new Axis("in use (%)", 0, 100, false);
        for (int i = 0; i < results.size(); i++) {
            PolicyResult it = results.get(i);
            Series line = Curves.utilisation(it.policy(), it.runs(), fromSec, toSec, subject.processors, unit);
            page.picture(LinePlot.area("Utilisation of the processors under " + it.policy(), time(), y, line, i));
        }
    }

    private void queue() {
        List<Series> lines = results.stream()
                .map(it -> Curves.waiting(it.policy(), it.runs(), fromSec, toSec, unit))
                .toList();
        Axis y = Axis.upTo(
                "waiting jobs", lines.stream().mapToDouble(Series::most).reduce(1, Math::max));
        page.picture(LinePlot.svg("Length of the queue over time", time(), y, lines));
    }

    private void waits() {
        List<Series> lines = results.stream()
                .filter(it -> !it.first().isEmpty())
                .map(it -> Curves.waits(it.policy(), it.runs()))
                .toList();
        double longest = results.stream()
                .flatMap(it -> it.runs().stream())
                .mapToLong(JobRun::waitSec)
                .max()
                .orElse(1);
        Axis x = Axis.log(
                "maximum waiting time (s; logarithmic, less than 1 s counts as 1 s)",
                Curves.LEAST_WAIT_SEC,
                Math.max(LONGEST_LOG_FROM, longest));
        page.picture(LinePlot.svg("Distribution of waits", x, new Axis("share of the jobs (%)", 0, 100, false), lines));
    }

    private void gantt(PolicyResult result) {
        if (subject.nodes.isEmpty()) {
            page.paragraph("The machine has no resources of type node.");
            return;
        }
        var stays = new Stays(result.first(), subject.nodes, unit);
        double to = stays.isAll() ? unit.of(toSec) : unit.of(stays.untilSec());
        Axis x = Axis.between("time since the beginning (" + unit.label() + ")", unit.of(fromSec), to);
        String part = stays.isAll()
                ? ""
                : ", the first " + String.format(Locale.ROOT, "%.1f", to - unit.of(fromSec)) + " " + unit.label();
        page.picture(GanttPlot.svg("Jobs by node under " + result.policy() + part, x, subject.nodes, stays.boxes()));
    }

    private void words() {
        page.table(
                List.of("word", "meaning"),
                List.of(
                        List.of("makespan", "from the first submission to the end of the last job"),
                        List.of("utilisation", "the share of all processors in use during that time"),
                        List.of("wait", "from a job's submission to its start"),
                        List.of("completion", "from a job's submission to its end"),
                        List.of(
                                "slowdown",
                                "completion divided by run time, where a run of less than 10 s counts as 10 s; at least 1 (bounded slowdown)"),
                        List.of("p95", "the value that 19 of 20 jobs do not exceed"),
                        List.of(
                                "colours of jobs",
                                "only distinguish neighbours; where several jobs share a node, the one that started last is on top. Point at a box to see its job.")));
    }
}
