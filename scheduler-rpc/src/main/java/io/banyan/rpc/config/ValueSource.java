package io.banyan.rpc.config;

import java.nio.file.Path;

/** The source of a key's value. */
public sealed interface ValueSource {
    /** The default. */
    record Default() implements ValueSource {
        @Override
        public String toString() {
            return "default";
        }
    }

    /** The configuration file. */
    record File(Path file, int line) implements ValueSource {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    /** An option of the command. */
    record Option(String name) implements ValueSource {
        @Override
        public String toString() {
            return name;
        }
    }
}
