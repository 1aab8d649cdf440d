package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenResources;
import io.banyan.schedule.Schedule;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads what was given to jobs from files of R or JGF. */
final class GivenFiles {
    private GivenFiles() {}

    /**
     * What a file says, as vertices of a schedule's graph.
     *
     * @throws GraphException where it says something else than R or JGF, or what the graph does not have
     * @throws CommandFailure where the file cannot be read
     */
    static Selection claim(Schedule schedule, Path file) throws GraphException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return GivenResources.read(GivenFormat.RV1, in, file.toString()).in(schedule);
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }
}
