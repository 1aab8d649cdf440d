package io.banyan.workflow.engine;

import io.banyan.workflow.expression.ExpressionContext;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The command of a task, with its environment, streams and files.
 *
 * @param words the program and its arguments
 * @param environment the variables beside those that a program needs to be found
 * @param stdin the file that is the standard input; empty for nothing
 * @param stdout the name in the working directory of the file for the standard output; empty for none
 * @param stderr the name in the working directory of the file for the standard error; empty for none
 * @param staging the files to be made first, in order
 * @param limitMillis the time after which the task is stopped and has failed; empty for no limit
 * @param context the values for expressions, with the paths of the staged inputs
 */
public record TaskCommand(
        List<String> words,
        SequencedMap<String, String> environment,
        Optional<Path> stdin,
        Optional<String> stdout,
        Optional<String> stderr,
        List<StagedFile> staging,
        Optional<Long> limitMillis,
        ExpressionContext context) {
    /** Copies the collections. */
    public TaskCommand {
        words = List.copyOf(words);
        environment = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(environment));
        staging = List.copyOf(staging);
    }
}
