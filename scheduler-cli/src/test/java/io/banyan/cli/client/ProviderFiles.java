package io.banyan.cli.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The files that a test of providers needs in its directory. */
public final class ProviderFiles {
    private ProviderFiles() {}

    /** A jobspec, in {@code jobspec.json}, that asks for so many of a type. */
    public static Path jobspec(Path directory, String type, int count) throws IOException {
        return Files.writeString(directory.resolve("jobspec.json"), """
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "%s", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""".formatted(count, type));
    }

    /** A program that can be run. */
    public static Path script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
