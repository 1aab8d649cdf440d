package io.banyan.cli.query;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecCache;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import java.nio.file.Path;

/** Reads jobspec files. A text that was parsed before is not parsed again: scripts match the same file many times. */
final class JobspecFiles {
    private static final long MAX_BYTES = 4L * JobspecReader.MAX_LENGTH;

    private final JobspecCache cache = new JobspecCache();

    Jobspec read(String file) throws QueryFailure {
        try {
            return cache.read(Texts.read(Path.of(file), MAX_BYTES), file);
        } catch (CommandFailure e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        } catch (JobspecException e) {
            throw QueryFailure.jobspec(String.valueOf(e.getMessage()));
        }
    }
}
