package io.banyan.rpc.config;

import java.io.Serial;
import java.util.List;

/**
 * A configuration that cannot be used: one sentence for each thing that is wrong with it, with its file, line and
 * column.
 */
public final class ConfigException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient List<String> sentences;

    /** At least one sentence. */
    public ConfigException(List<String> sentences) {
        super(String.join("\n", sentences));
        this.sentences = List.copyOf(sentences);
    }

    /** The errors, in the order of the file. */
    public List<String> sentences() {
        return sentences;
    }
}
