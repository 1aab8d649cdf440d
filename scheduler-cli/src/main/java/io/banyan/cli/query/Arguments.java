package io.banyan.cli.query;

import io.banyan.schedule.JobId;
import java.util.List;

/** The words after a command's name, checked. */
record Arguments(SessionCommand.Syntax syntax, List<String> words) {
    /** Refuses any other number of words than from {@code least} to {@code most}. */
    Arguments count(int least, int most) throws QueryFailure {
        if (words.size() < least || words.size() > most) {
            throw new QueryFailure("malformed command, expected: " + syntax.name() + " " + syntax.arguments());
        }
        return this;
    }

    String word(int index) {
        return words.get(index);
    }

    /** Whether the last word is this optional one. */
    boolean endsWith(String word) {
        return !words.isEmpty() && words.get(words.size() - 1).equals(word);
    }

    JobId job(int index) throws QueryFailure {
        try {
            return new JobId(Long.parseLong(words.get(index)));
        } catch (IllegalArgumentException e) {
            throw new QueryFailure("'" + words.get(index) + "' is no job id");
        }
    }
}
