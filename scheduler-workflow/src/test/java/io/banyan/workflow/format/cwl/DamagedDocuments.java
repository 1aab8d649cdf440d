package io.banyan.workflow.format.cwl;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.document.DocumentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** Documents of the suite with random damage: each is read, or refused in one sentence. */
final class DamagedDocuments {
    private static final List<String> WORDS = List.of(
            "$import: x",
            "$(",
            "${",
            "[",
            "]",
            "{",
            "}",
            ": ",
            "- ",
            "\n",
            "  ",
            "'",
            "\"",
            "#",
            "&a ",
            "*a",
            "null",
            "-1",
            "1e999",
            "class",
            "run",
            "in",
            "out",
            "Workflow",
            "type",
            "$graph",
            "v1.0",
            "\u0000",
            "\t",
            "\\");

    private DamagedDocuments() {}

    /** Damages and reads a number of documents, and checks each refusal. */
    static void read(long seed, int documents) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<Path> originals = CwlSuite.documents();
        Path directory = CwlSuite.directory();
        int refused = 0;
        for (int i = 0; i < documents; i++) {
            Path original = originals.get(random.nextInt(originals.size()));
            String text = damaged(Files.readString(original), random);
            try {
                CwlProcess process = CwlFormat.parse(text, original, new LocalTextFiles(directory));
                if (!(process instanceof CwlProcess.CwlWorkflow)) {
                    CwlFormat.workflow(process, original.toString());
                }
            } catch (DocumentException e) {
                refused++;
                assertThat(e.getMessage())
                        .as("seed %d, document %d", seed, i)
                        .matches("(?s)[^\\n]+:(\\d+:\\d+:)? [^\\n]{10,}(\\nMaybe [^\\n]*)?");
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", document " + i + ": " + original + "\n" + text, e);
            }
        }
        assertThat(refused).as("refused documents, seed %d", seed).isGreaterThan(documents / 4);
    }

    private static String damaged(String text, SplittableRandom random) {
        StringBuilder damaged = new StringBuilder(text);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && !damaged.isEmpty(); i++) {
            int at = random.nextInt(damaged.length());
            int end = Math.min(damaged.length(), at + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> damaged.delete(at, end);
                case 1 -> damaged.insert(at, WORDS.get(random.nextInt(WORDS.size())));
                case 2 -> damaged.replace(at, end, WORDS.get(random.nextInt(WORDS.size())));
                default -> damaged.insert(at, damaged.substring(at, end).repeat(1 + random.nextInt(3)));
            }
        }
        return damaged.toString();
    }
}
