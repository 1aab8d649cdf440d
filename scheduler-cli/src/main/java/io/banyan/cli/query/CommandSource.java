package io.banyan.cli.query;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a session's commands come from. */
interface CommandSource {
    /** The next line, or null at the end. Waits for it. */
    @Nullable String next() throws IOException;
}
