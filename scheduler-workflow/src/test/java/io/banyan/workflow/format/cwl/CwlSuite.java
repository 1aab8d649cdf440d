package io.banyan.workflow.format.cwl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The documents of the official conformance suite of CWL v1.2, where they are at hand. */
final class CwlSuite {
    /** The number of documents in the suite. */
    static final int DOCUMENTS = 344;

    private CwlSuite() {}

    /** Returns the directory of the suite; tests that need it are skipped without it. */
    static Path directory() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(suite(directory))) {
            directory = directory.getParent();
        }
        assumeTrue(directory != null, "the conformance suite of CWL is not at ../shared/data/cwl-v1.2");
        return suite(directory);
    }

    private static Path suite(Path directory) {
        return directory.resolveSibling("shared/data/cwl-v1.2");
    }

    /** Returns all documents in order. */
    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(directory().resolve("tests"))) {
            List<Path> documents = files.filter(file -> file.toString().endsWith(".cwl"))
                    .sorted()
                    .toList();
            assertThat(documents).hasSize(DOCUMENTS);
            return documents;
        }
    }
}
