package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The commands of a set of tasks.
 *
 * @param words the program and its first arguments, at least one word
 * @param lines the last argument of each task; empty if all tasks have the same words
 * @param directory the working directory; empty for that of the worker
 * @param environment the variables that are set for the program
 */
public record FillProgram(
        List<String> words, List<String> lines, String directory, SortedMap<String, String> environment) {
    /** Checks and copies. */
    public FillProgram {
        words = List.copyOf(words);
        lines = List.copyOf(lines);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command has at least one word");
        }
    }

    /** Returns one command for all tasks of a set. */
    public static FillProgram of(String... words) {
        return new FillProgram(List.of(words), List.of(), "", Collections.emptySortedMap());
    }

    /** Returns a line of the shell for each task. */
    public static FillProgram lines(List<String> lines) {
        return new FillProgram(List.of("/bin/sh", "-c"), lines, "", Collections.emptySortedMap());
    }

    /** Returns the command of a task. */
    public List<String> command(int task) {
        if (lines.isEmpty()) {
            return words;
        }
        List<String> command = new ArrayList<>(words);
        command.add(lines.get(task));
        return command;
    }
}
