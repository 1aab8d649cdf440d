package io.banyan.sim.elastic;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Kinds of malleable jobs that come with the program. */
public final class Applications {
    private static final String JACOBI = "jacobi.txt";

    private Applications() {}

    /** Four sizes of a Jacobi solver, with the bounds of the paper and times of our own. */
    public static List<Application> jacobi() {
        var file = Objects.requireNonNull(Applications.class.getResourceAsStream(JACOBI), "a file of this program");
        try (var in = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return ApplicationFile.read(in, JACOBI);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
