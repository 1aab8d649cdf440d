package io.banyan.cli.query;

import io.banyan.graph.io.DotWriter;
import io.banyan.graph.io.GraphmlWriter;
import io.banyan.resource.Usage;
import io.banyan.schedule.Schedule;
import io.banyan.schedule.Usages;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes a session's graph at its end, as the options {@code -g} and {@code -o} ask for it. */
final class GraphOutput {
    /** The forms that resource-query names. */
    enum Format {
        DOT,
        GRAPHML;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private GraphOutput() {}

    static void write(Format format, Schedule schedule, Path file) throws IOException {
        Usage[] usages = Usages.at(schedule, Session.NOW_SEC);
        try (Writer out = Files.newBufferedWriter(file)) {
            switch (format) {
                case DOT -> DotWriter.write(schedule.graph(), v -> usages[v], out);
                case GRAPHML -> GraphmlWriter.write(schedule.graph(), v -> usages[v], out);
            }
        }
    }
}
