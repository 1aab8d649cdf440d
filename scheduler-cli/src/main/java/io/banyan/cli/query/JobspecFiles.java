package io.banyan.cli.query;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads jobspec files. A text that was parsed before is not parsed again: scripts match the same file many times. */
final class JobspecFiles {
    private static final int REMEMBERED = 1_000;
    private static final long MAX_BYTES = 4L * JobspecReader.MAX_LENGTH;

    private final Map<String, Jobspec> parsed = new LinkedHashMap<>();

    Jobspec read(String file) throws QueryFailure {
        try {
            String text = Texts.read(Path.of(file), MAX_BYTES);
            Jobspec known = parsed.get(text);
            return known != null ? known : parse(text, file);
        } catch (CommandFailure | JobspecException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    private Jobspec parse(String text, String file) throws JobspecException {
        Jobspec jobspec = JobspecReader.read(text, file);
        if (parsed.size() >= REMEMBERED) {
            parsed.remove(parsed.keySet().iterator().next());
        }
        parsed.put(text, jobspec);
        return jobspec;
    }
}
