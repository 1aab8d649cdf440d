package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Draws with the {@code dot} of Graphviz that is on the PATH, without a shell, within limits of time and size. */
final class Graphviz {
    private static final long MAX_SECONDS = 120;
    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_MESSAGE = 500;

    private Graphviz() {}

    /**
     * The picture that a text describes.
     *
     * @throws CommandFailure where there is no Graphviz, or it fails, or takes longer or writes more than it may
     */
    static byte[] draw(Picture picture, String text) throws IOException {
        return draw(List.of("dot", "-T" + picture), text, MAX_SECONDS);
    }

    static byte[] draw(List<String> command, String text, long maxSeconds) throws IOException {
        Path directory = Files.createTempDirectory("banyan-plot");
        Path in = directory.resolve("in.dot");
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        try {
            Files.writeString(in, text);
            run(command, in, out, err, maxSeconds);
            if (Files.size(out) > MAX_BYTES) {
                throw CommandFailure.no("the picture exceeds the limit of " + (MAX_BYTES >> 20) + " MiB");
            }
            return Files.readAllBytes(out);
        } finally {
            for (Path file : List.of(in, out, err, directory)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void run(List<String> command, Path in, Path out, Path err, long maxSeconds) throws IOException {
        Process process = start(command, in, out, err);
        try {
            if (!process.waitFor(maxSeconds, TimeUnit.SECONDS)) {
                throw CommandFailure.no("Graphviz exceeded the time limit of " + maxSeconds
                        + " s for this picture\nMaybe --below PATH shows the part you need.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.no("interrupted while Graphviz was drawing");
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            String said = new String(Files.readAllBytes(err), StandardCharsets.UTF_8).strip();
            throw CommandFailure.no("Graphviz failed with status " + process.exitValue() + ": "
                    + said.substring(0, Math.min(MAX_MESSAGE, said.length())));
        }
    }

    private static Process start(List<String> command, Path in, Path out, Path err) {
        try {
            return new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
        } catch (IOException e) {
            throw CommandFailure.no("Graphviz is not available: " + Texts.reason(e)
                    + "\nMaybe 'apt-get install graphviz' or 'dnf install graphviz' installs it; .dot files do "
                    + "not require it.");
        }
    }
}
