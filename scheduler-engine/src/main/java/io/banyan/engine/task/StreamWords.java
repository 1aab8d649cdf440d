package io.banyan.engine.task;

import io.banyan.workflow.engine.TaskCommand;
import io.banyan.workflow.engine.TaskPlace;
import java.util.ArrayList;
import java.util.List;

/** The words that run a program with its streams in files. */
final class StreamWords {
    private StreamWords() {}

    /** Returns the program of a command, below a shell that opens the files of its streams where it has some. */
    static List<String> of(TaskCommand command, TaskPlace place) {
        StringBuilder script = new StringBuilder("exec \"$@\"");
        script.append(" <").append(quoted(command.stdin().map(Object::toString).orElse("/dev/null")));
        command.stdout()
                .ifPresent(name -> script.append(" >")
                        .append(quoted(place.outdir().resolve(name).toString())));
        command.stderr()
                .ifPresent(name -> script.append(" 2>")
                        .append(quoted(place.outdir().resolve(name).toString())));
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", script.toString(), "task"));
        words.addAll(command.words());
        return words;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
