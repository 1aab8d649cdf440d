package io.banyan.bench.cwl;

import io.banyan.document.DocumentException;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One test of the suite, run and compared. */
final class CaseRun {
    /** The files that copies of the suite may lack. */
    private static final Pattern SCRIPT = Pattern.compile("[\\w.-]+\\.(py|js|java|owl|rdf|ttl)\\b");

    private static final String CONTAINER = "needs a container";

    private CaseRun() {}

    /** The result of a test. */
    sealed interface Verdict {
        /** The outputs, or the refusal, are as expected. */
        record Passed() implements Verdict {}

        /** The outputs, or the refusal, differ from the expected ones. */
        record Failed(String reason) implements Verdict {}

        /** The test cannot be run here. */
        record Skipped(String reason) implements Verdict {}
    }

    /** The way in which tests are run. */
    interface Runner {
        /**
         * Runs a test.
         *
         * @param scratch a directory for the files of the test, which is not there yet
         * @throws DocumentException if the document or its inputs are refused
         * @throws IOException if a file cannot be read
         */
        RunOutcome run(SuiteCase test, Path scratch) throws DocumentException, IOException, InterruptedException;
    }

    static Verdict verdict(SuiteCase test, Path suite, Path scratch, Runner runner)
            throws IOException, InterruptedException {
        RunOutcome outcome;
        try {
            outcome = runner.run(test, scratch);
        } catch (DocumentException | IOException e) {
            return refused(test, String.valueOf(e.getMessage()), missing(read(test, suite)));
        }
        return switch (outcome) {
            case RunOutcome.Failed failed ->
                refused(test, String.join("; ", failed.reasons()), missing(read(test, suite)));
            case RunOutcome.Succeeded succeeded ->
                test.shouldFail() ? new Verdict.Failed("must be refused, and was not") : compared(test, succeeded);
        };
    }

    /** Returns the files that a test reads, as far as they can be read. */
    private static Set<Path> read(SuiteCase test, Path suite) {
        Set<Path> read = new TreeSet<>();
        test.job().map(Path::of).ifPresent(read::add);
        LocalTextFiles inside = new LocalTextFiles(suite);
        try {
            var unused = CwlFormat.process(test.tool(), path -> {
                read.add(path);
                return inside.read(path);
            });
        } catch (DocumentException e) {
            // The files up to the mistake are known.
        }
        return read;
    }

    private static Verdict refused(SuiteCase test, String reason, Optional<String> missing) {
        String line = reason.lines().findFirst().orElse("");
        if (reason.contains(CONTAINER)) {
            return new Verdict.Skipped(line);
        } else if (missing.isPresent()) {
            return new Verdict.Skipped("the suite here lacks " + missing.get());
        }
        return test.shouldFail() ? new Verdict.Passed() : new Verdict.Failed(line);
    }

    private static Verdict compared(SuiteCase test, RunOutcome.Succeeded outcome) throws IOException {
        return new OutputComparison(new LocalFileView())
                .difference(test.output(), outcome.outputs(), "output")
                .<Verdict>map(Verdict.Failed::new)
                .orElse(new Verdict.Passed());
    }

    /** Returns the first script that a file of the test names and that is not there. */
    private static Optional<String> missing(Iterable<Path> files) throws IOException {
        for (Path file : files) {
            if (Files.exists(file)) {
                Matcher script = SCRIPT.matcher(Files.readString(file));
                while (script.find()) {
                    if (!Files.exists(file.resolveSibling(script.group()))) {
                        return Optional.of(script.group());
                    }
                }
            }
        }
        return Optional.empty();
    }
}
