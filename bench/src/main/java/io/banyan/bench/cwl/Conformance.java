package io.banyan.bench.cwl;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.cwl.CaseRun.Verdict;
import io.banyan.bench.cwl.SuiteRun.Timed;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench/cwl}: the official conformance suite of CWL v1.2. Its output is Markdown. */
@Command(
        name = "bench/cwl",
        description = "Run the official conformance suite of CWL v1.2, one test after the other.",
        showDefaultValues = true)
public final class Conformance implements Callable<Integer> {
    private static final String ALL = "all";

    @Parameters(paramLabel = "SUITE", description = "directory of the suite", defaultValue = "../shared/data/cwl-v1.2")
    private Path suite = Path.of("");

    @Option(names = "--tags", paramLabel = "T", split = ",", description = "only tests with one of these tags")
    private List<String> tags = List.of();

    @Option(names = "--tests", paramLabel = "ID", split = ",", description = "only these tests")
    private List<String> ids = List.of();

    @Option(
            names = "--submit",
            description = "run each test by 'banyan workflow submit' in front of a daemon, not in this process")
    private boolean submit;

    @Option(names = "--at-once", paramLabel = "N", description = "submitted tests at a time", defaultValue = "8")
    private int atOnce;

    @Option(
            names = "--beside",
            paramLabel = "PROGRAM",
            description = "run each test also by this program, such as cwltool, and compare the results")
    private String beside = "";

    private Conformance() {}

    /** Runs it. */
    public static void main(String[] args) {
        Benchmark.main(new Conformance(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.isRegularFile(suite.resolve("conformance_tests.yaml"))) {
            System.out.println("skipped: no conformance suite of CWL at '" + suite + "'");
            return 0;
        }
        System.out.printf(
                "%s%n%nWhere the suite lacks `%s`, a script of four lines takes its place.%n%n",
                MachineDescription.here(), SuiteCopy.ARGS);
        Map<String, Counts> byTag = new TreeMap<>();
        List<String> failed = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        try (ScratchDirectory scratch = ScratchDirectory.create("cwl")) {
            Path copy = SuiteCopy.of(suite.toRealPath(), scratch.path().resolve("suite"));
            List<SuiteCase> tests =
                    SuiteCase.of(copy).stream().filter(this::isWanted).toList();
            List<Timed> runs = runs(tests, copy, scratch.path());
            for (int i = 0; i < tests.size(); i++) {
                count(byTag, tests.get(i), runs.get(i).verdict());
                note(tests.get(i), runs.get(i).verdict(), failed, skipped);
            }
        }
        print(byTag, failed, skipped);
        return failed.isEmpty() ? 0 : 1;
    }

    private boolean isWanted(SuiteCase test) {
        return (tags.isEmpty() || test.tags().stream().anyMatch(tags::contains))
                && (ids.isEmpty() || ids.contains(test.id()));
    }

    private List<Timed> runs(List<SuiteCase> tests, Path copy, Path scratch) throws IOException, InterruptedException {
        List<Timed> runs;
        if (submit) {
            try (SubmittedRun daemon = SubmittedRun.start(scratch)) {
                runs = SuiteRun.of(tests, copy, scratch.resolve("runs"), daemon, atOnce);
            }
        } else {
            runs = SuiteRun.of(tests, copy, scratch.resolve("runs"), LocalRun.of(copy), 1);
        }
        if (!beside.isEmpty()) {
            List<Timed> others = SuiteRun.of(tests, copy, scratch.resolve("beside"), new ReferenceRun(beside), 1);
            System.out.println(SuiteRun.compared(beside, tests, runs, others));
        }
        return runs;
    }

    private static void note(SuiteCase test, Verdict verdict, List<String> failed, List<String> skipped) {
        switch (verdict) {
            case Verdict.Passed passed -> {}
            case Verdict.Failed wrong -> failed.add("* `" + test.id() + "`: " + wrong.reason());
            case Verdict.Skipped skip -> skipped.add("* `" + test.id() + "`: " + skip.reason());
        }
    }

    private static void count(Map<String, Counts> byTag, SuiteCase test, Verdict verdict) {
        List<String> of = new ArrayList<>(test.tags());
        of.add(ALL);
        for (String tag : of) {
            byTag.merge(tag, Counts.of(verdict), Counts::plus);
        }
    }

    private static void print(Map<String, Counts> byTag, List<String> failed, List<String> skipped) {
        var table = new MarkdownTable("tag", "passed", "failed", "skipped", "tests");
        byTag.forEach((tag, counts) -> table.row(
                tag,
                String.valueOf(counts.passed()),
                String.valueOf(counts.failed()),
                String.valueOf(counts.skipped()),
                String.valueOf(counts.passed() + counts.failed() + counts.skipped())));
        System.out.println(table);
        System.out.printf("Failed: %d%n%n", failed.size());
        failed.forEach(System.out::println);
        System.out.printf("%nSkipped: %d%n%n", skipped.size());
        skipped.forEach(System.out::println);
    }

    /** The verdicts of some tests. */
    private record Counts(int passed, int failed, int skipped) {
        static Counts of(Verdict verdict) {
            return switch (verdict) {
                case Verdict.Passed passed -> new Counts(1, 0, 0);
                case Verdict.Failed failed -> new Counts(0, 1, 0);
                case Verdict.Skipped skipped -> new Counts(0, 0, 1);
            };
        }

        Counts plus(Counts other) {
            return new Counts(passed + other.passed, failed + other.failed, skipped + other.skipped);
        }
    }
}
