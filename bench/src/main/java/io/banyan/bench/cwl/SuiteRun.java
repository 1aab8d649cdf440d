package io.banyan.bench.cwl;

import io.banyan.bench.cwl.CaseRun.Verdict;
import io.banyan.bench.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The run of many tests in one way. */
final class SuiteRun {
    private static final double NANOS = 1e9;

    private SuiteRun() {}

    /** The verdict of a test, and the time that it took. */
    record Timed(Verdict verdict, double seconds) {}

    /** Runs tests, some at a time, and returns their verdicts in the same order. */
    static List<Timed> of(List<SuiteCase> tests, Path suite, Path scratch, CaseRun.Runner runner, int threads)
            throws IOException, InterruptedException {
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Timed>> running = tests.stream()
                    .map(test -> executor.submit(() -> timed(test, suite, scratch.resolve(test.id()), runner)))
                    .toList();
            List<Timed> runs = new ArrayList<>();
            for (Future<Timed> one : running) {
                runs.add(one.get());
            }
            return runs;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static Timed timed(SuiteCase test, Path suite, Path scratch, CaseRun.Runner runner)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Verdict verdict = CaseRun.verdict(test, suite, scratch, runner);
        return new Timed(verdict, (System.nanoTime() - begin) / NANOS);
    }

    /** Returns a table that compares two runs of the same tests, with the tests whose verdicts differ. */
    static String compared(String name, List<SuiteCase> tests, List<Timed> ours, List<Timed> theirs) {
        int both = 0;
        List<String> differing = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            Verdict first = ours.get(i).verdict();
            Verdict second = theirs.get(i).verdict();
            if (first.getClass() == second.getClass()) {
                both += first instanceof Verdict.Passed ? 1 : 0;
            } else {
                differing.add(
                        "* `" + tests.get(i).id() + "`: here " + words(first) + "; " + name + " " + words(second));
            }
        }
        var table = new MarkdownTable("", "passed", "failed", "skipped", "seconds");
        row(table, "Banyan", ours);
        row(table, name, theirs);
        return table + "\nPassed by both: " + both + "\n\nDifferent: " + differing.size() + "\n\n"
                + String.join("\n", differing) + "\n";
    }

    private static void row(MarkdownTable table, String name, List<Timed> runs) {
        table.row(
                name,
                count(runs, Verdict.Passed.class),
                count(runs, Verdict.Failed.class),
                count(runs, Verdict.Skipped.class),
                String.format(
                        Locale.ROOT,
                        "%.0f",
                        runs.stream().mapToDouble(Timed::seconds).sum()));
    }

    private static String count(List<Timed> runs, Class<? extends Verdict> kind) {
        return String.valueOf(
                runs.stream().filter(run -> kind.isInstance(run.verdict())).count());
    }

    private static String words(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed passed -> "passes";
            case Verdict.Failed failed -> "fails (" + failed.reason() + ")";
            case Verdict.Skipped skipped -> "is skipped (" + skipped.reason() + ")";
        };
    }
}
