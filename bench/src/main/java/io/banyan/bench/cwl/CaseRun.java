package io.banyan.bench.cwl;

import io.banyan.document.DocumentException;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.CwlInputs;
import io.banyan.workflow.format.cwl.CwlProcess;
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

    static Verdict verdict(SuiteCase test, Path suite, Path scratch) throws IOException, InterruptedException {
        var read = new TreeSet<Path>();
        RunOutcome outcome;
        try {
            outcome = outcome(test, suite, scratch, read);
        } catch (DocumentException | IOException e) {
            return refused(test, String.valueOf(e.getMessage()), missing(read));
        }
        return switch (outcome) {
            case RunOutcome.Failed failed -> refused(test, String.join("; ", failed.reasons()), missing(read));
            case RunOutcome.Succeeded succeeded ->
                test.shouldFail() ? new Verdict.Failed("must be refused, and was not") : compared(test, succeeded);
        };
    }

    private static RunOutcome outcome(SuiteCase test, Path suite, Path scratch, Set<Path> read)
            throws DocumentException, IOException, InterruptedException {
        LocalTextFiles inside = new LocalTextFiles(suite);
        CwlProcess process = CwlFormat.process(test.tool(), path -> {
            read.add(path);
            return inside.read(path);
        });
        CwlInputs inputs = CwlInputs.none();
        if (test.job().isPresent()) {
            read.add(Path.of(test.job().get()));
            inputs = CwlFormat.inputs(test.job().get(), process, inside);
        }
        return new LocalRun(scratch, new LocalFileView()).run(process, inputs);
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
