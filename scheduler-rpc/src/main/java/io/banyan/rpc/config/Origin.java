package io.banyan.rpc.config;

import java.nio.file.Path;

/** Who said what a key's value is. */
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
