package io.banyan.rpc.config;

import java.nio.file.Path;

/** The source of a key's value. */
public sealed interface Origin {
    /** Nobody. */
    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }

    /** The configuration file. */
    record File(Path file, int line) implements Origin {
        @Override
        public String toString() {
            return file + ":" + line;
        }
    }

    /** An option of the command. */
    record Option(String name) implements Origin {
        @Override
        public String toString() {
            return name;
        }
    }
}
