package io.banyan.workflow.fill.node;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * A shell that runs tasks on fixed cores, one after the other. A process of the shell costs less than one of Java's,
 * and the shell is pinned only once. When the worker is lost, the kernel tells the shell, which then kills its task.
 */
final class TaskShell {
    /** Reads a command per line, and writes the exit status of each. */
    private static final String SCRIPT = """
            nl='
            '
            child=
            trap 'test -z "$child" || kill -KILL "$child"; exit 1' TERM
            while read -r line; do
              eval "$line"
              child=$!
              wait "$child"
              echo $?
              child=
            done
            """;

    private final Process process;
    private final BufferedWriter commands;
    private volatile boolean isBroken;
    private IntConsumer onEnd = status -> {};

    private TaskShell(Process process) {
        this.process = process;
        this.commands = process.outputWriter();
    }

    /**
     * Starts a shell. The calling thread must live as long as the worker.
     *
     * @param prefix the words that pin it
     */
    static TaskShell start(List<String> prefix) throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of("/bin/sh", "-c", SCRIPT, "banyan-tasks"));
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .start();
        var shell = new TaskShell(process);
        Thread.ofPlatform().daemon().name("task-shell").start(shell::read);
        return shell;
    }

    /** Runs a line that puts a command into the background; the consumer gets its status on a thread of the shell. */
    void run(String line, IntConsumer consumer) throws IOException {
        synchronized (this) {
            onEnd = consumer;
        }
        commands.write(line);
        commands.write('\n');
        commands.flush();
    }

    private void read() {
        try (BufferedReader statuses = process.inputReader()) {
            for (String line = statuses.readLine(); line != null; line = statuses.readLine()) {
                end(Integer.parseInt(line.strip()));
            }
        } catch (IOException | NumberFormatException e) {
            process.destroyForcibly();
        }
        isBroken = true;
        end(128 + 9);
    }

    private void end(int status) {
        IntConsumer consumer;
        synchronized (this) {
            consumer = onEnd;
            onEnd = any -> {};
        }
        consumer.accept(status);
    }

    /** Asks the processes of the task to end, or ends them. */
    void killTask(boolean isForced) {
        process.descendants().forEach(one -> {
            if (isForced) {
                one.destroyForcibly();
            } else {
                one.destroy();
            }
        });
    }

    boolean isBroken() {
        return isBroken;
    }

    /** Ends the shell and its task. */
    void close() {
        killTask(true);
        process.destroyForcibly();
    }
}
