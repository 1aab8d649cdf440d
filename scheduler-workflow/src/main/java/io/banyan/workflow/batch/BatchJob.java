package io.banyan.workflow.batch;

import io.banyan.workflow.model.Needs;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * A job: one program on its resources.
 *
 * @param name its name, by which {@link Batch#find} finds it again
 * @param words the program and its arguments, at least one word; it runs once, on the first node
 * @param environment the variables that are set for the program
 * @param directory its working directory
 * @param output the file for its standard output and standard error
 * @param needs the nodes, and the resources on each
 * @param limitSec the time limit in seconds; empty for the end of the reservation
 * @param reservation the reservation in which it runs; empty for the queue
 * @param account the account that pays for it; empty for the user's default
 */
public record BatchJob(
        String name,
        List<String> words,
        SequencedMap<String, String> environment,
        Path directory,
        Path output,
        Needs needs,
        OptionalLong limitSec,
        Optional<String> reservation,
        Optional<String> account) {
    /** Checks that there is a program, and copies the collections. */
    public BatchJob {
        words = List.copyOf(words);
        environment = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(environment));
        if (words.isEmpty()) {
            throw new IllegalArgumentException("job " + name + " has no program");
        }
        if (limitSec.isEmpty() && reservation.isEmpty()) {
            throw new IllegalArgumentException("job " + name + " needs a time limit, because it has no reservation");
        }
    }
}
