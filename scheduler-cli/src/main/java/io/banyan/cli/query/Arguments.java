package io.banyan.cli.query;

import io.banyan.resource.JobId;
import io.banyan.resource.Numeral;
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

    /** Whether the word {@code stats} stands at a place where no other word may. */
    boolean stats(int index) throws QueryFailure {
        if (words.size() > index && !words.get(index).equals("stats")) {
            throw QueryFailure.malformed("expected 'stats' or nothing, found '" + words.get(index) + "'");
        }
        return words.size() > index;
    }

    long seconds(int index) throws QueryFailure {
        try {
            long sec = Numeral.parse(words.get(index));
            if (sec >= 0) {
                return sec;
            }
        } catch (NumberFormatException e) {
            throw QueryFailure.malformed("'" + words.get(index) + "' is not a number of seconds");
        }
        throw QueryFailure.malformed("'" + words.get(index) + "' is not a number of seconds, 0 or more");
    }

    JobId job(int index) throws QueryFailure {
        try {
            return new JobId(Numeral.parse(words.get(index)));
        } catch (IllegalArgumentException e) {
            throw QueryFailure.malformed("'" + words.get(index) + "' is not a job id");
        }
    }
}
