package io.banyan.bench.cwl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.bench.cwl.CaseRun.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the conformance suite that every implementation of CWL must pass. */
class CaseRunTest {
    private static final int LEAST_PASSED = 80;

    private static Path suite() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolveSibling("shared/data/cwl-v1.2"))) {
            directory = directory.getParent();
        }
        assumeTrue(directory != null, "the conformance suite of CWL is not at ../shared/data/cwl-v1.2");
        return directory.resolveSibling("shared/data/cwl-v1.2");
    }

    @Test
    void passesWhatEveryImplementationMustPass(@TempDir Path scratch) throws Exception {
        Path suite = SuiteCopy.of(suite(), scratch.resolve("suite"));
        List<String> failed = new ArrayList<>();
        int passed = 0;
        for (SuiteCase test : SuiteCase.of(suite)) {
            if (test.tags().contains("required")) {
                switch (CaseRun.verdict(test, suite, scratch.resolve(test.id()), LocalRun.of(suite))) {
                    case Verdict.Passed good -> passed++;
                    case Verdict.Failed wrong -> failed.add(test.id() + ": " + wrong.reason());
                    case Verdict.Skipped skipped -> {}
                }
            }
        }
        assertThat(failed).isEmpty();
        assertThat(passed).isGreaterThanOrEqualTo(LEAST_PASSED);
    }
}
