package io.banyan.bench.cwl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the suite, with a script that copies of it may lack. */
final class SuiteCopy {
    /** The script of the suite that prints its arguments. */
    static final String ARGS = "args.py";

    /** The script in its place. */
    private static final String PRINT_ARGUMENTS = """
            import json, os, sys
            words = [os.path.basename(word) if os.path.isabs(word) else word for word in sys.argv[1:]]
            with open("cwl.output.json", "w") as output:
                json.dump({"args": words}, output)
            """;

    private SuiteCopy() {}

    /** Copies the suite to a directory that is not there yet. */
    static Path of(Path suite, Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(suite)) {
            files = walk.toList();
        }
        for (Path file : files) {
            Path copy = directory.resolve(suite.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                // A copy of a file without write bits could not be removed.
                Files.write(copy, Files.readAllBytes(file));
            }
        }
        Path tests = directory.resolve("tests");
        Path script = tests.resolve(ARGS);
        if (Files.isDirectory(tests) && !Files.exists(script)) {
            Files.writeString(script, PRINT_ARGUMENTS);
        }
        return directory;
    }
}
