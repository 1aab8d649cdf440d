package io.banyan.cli.slurm;

import io.banyan.cli.output.ExitStatus;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tasks of an srun within a job: processes of this machine, on the processors of the job. They end with this
 * process.
 *
 * @param tasks how many
 * @param command the command of each
 * @param input which reads the standard input of this process: the number of a task or {@code none}; or the file that
 *     all read; empty for the first task
 * @param output the file for what they write; empty for standard output
 * @param error the file for what they write to standard error; empty where that goes with the output
 * @param directory in which they run; empty for that of this process
 * @param isLabelled whether each line begins with the number of its task
 * @param killsOnFailure whether the others are ended when one fails
 */
record LocalStep(
        int tasks,
        List<String> command,
        Optional<String> input,
        Optional<String> output,
        Optional<String> error,
        Optional<String> directory,
        boolean isLabelled,
        boolean killsOnFailure) {
    /** More tasks are not started on one machine. */
    static final int MOST_TASKS = 4_096;

    private static final String FIRST = "0";
    private static final String NONE = "none";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final File NOTHING = new File("/dev/null");

    /** The usual value of KillWait in Slurm. */
    private static final Duration KILL_WAIT = Duration.ofSeconds(30);

    /** Copies the list. */
    LocalStep {
        command = List.copyOf(command);
    }

    /** Runs them, and returns the greatest of their statuses. */
    int run(ToolContext tool) {
        // Also other threads read it.
        List<Process> processes = new CopyOnWriteArrayList<>();
        Thread end = Thread.ofPlatform().unstarted(() -> processes.forEach(Process::destroy));
        Runtime.getRuntime().addShutdownHook(end);
        String job = tool.variable("BANYAN_JOB_ID").orElse("");
        try (var ranks = new StepRanks(job, tasks, () -> stop(processes), line -> tool.tell("srun: error: " + line))) {
            return run(tool, processes, ranks);
        } catch (IOException e) {
            throw new SlurmFailure("execve(): " + command.getFirst() + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SlurmFailure("interrupted");
        } finally {
            processes.forEach(Process::destroy);
        }
    }

    private int run(ToolContext tool, List<Process> processes, StepRanks ranks)
            throws IOException, InterruptedException {
        emptyFiles(tool);
        List<Thread> copies = new ArrayList<>();
        for (int rank = 0; rank < tasks; rank++) {
            ProcessBuilder builder = builder(tool, rank);
            ranks.number(rank, builder.environment());
            Process process = builder.start();
            processes.add(process);
            if (isLabelled) {
                copies.add(labelling(
                        process.getInputStream(), rank, tool.terminal().out()));
                copies.add(labelling(
                        process.getErrorStream(), rank, tool.terminal().err()));
            }
        }
        if (ranks.hasEnded()) {
            // It may have been so before all had begun.
            stop(processes);
        }
        int status = statusOf(processes);
        for (Thread copy : copies) {
            copy.join();
        }
        return ranks.status(status);
    }

    /** Ends tasks, also those that go on after SIGTERM. */
    private static void stop(List<Process> processes) {
        processes.forEach(Process::destroy);
        CompletableFuture.delayedExecutor(KILL_WAIT.toSeconds(), TimeUnit.SECONDS)
                .execute(() -> processes.forEach(Process::destroyForcibly));
    }

    /** Like Slurm, a step writes over its files. */
    private void emptyFiles(ToolContext tool) throws IOException {
        Set<File> files = new LinkedHashSet<>();
        for (int rank = 0; rank < tasks; rank++) {
            int number = rank;
            Stream.of(output, error).flatMap(Optional::stream).forEach(name -> files.add(file(tool, name, number)));
        }
        for (File file : files) {
            if (file.isFile()) {
                new FileOutputStream(file).close();
            }
        }
    }

    private int statusOf(List<Process> processes) throws InterruptedException {
        if (killsOnFailure) {
            for (Process process : processes) {
                var unused = process.onExit().thenAccept(ended -> {
                    if (ended.exitValue() != ExitStatus.DONE) {
                        stop(processes);
                    }
                });
            }
        }
        int greatest = ExitStatus.DONE;
        for (Process process : processes) {
            greatest = Math.max(greatest, process.waitFor());
        }
        return greatest;
    }

    private ProcessBuilder builder(ToolContext tool, int rank) {
        var builder = new ProcessBuilder(command);
        Map<String, String> variables = builder.environment();
        variables.put("SLURM_PROCID", String.valueOf(rank));
        variables.put("SLURM_LOCALID", String.valueOf(rank));
        variables.put("SLURM_NTASKS", String.valueOf(tasks));
        variables.put("SLURM_NPROCS", String.valueOf(tasks));
        variables.put("SLURM_STEP_NUM_TASKS", String.valueOf(tasks));
        variables.put("SLURM_STEP_NUM_NODES", "1");
        variables.put("SLURM_STEP_TASKS_PER_NODE", String.valueOf(tasks));
        variables.put("SLURM_STEP_ID", "0");
        variables.put("SLURM_STEPID", "0");
        variables.put("SLURM_NODEID", "0");
        directory.ifPresent(name -> builder.directory(new File(name)));
        builder.redirectInput(input(tool, rank));
        if (!isLabelled) {
            builder.redirectOutput(ProcessBuilder.Redirect.INHERIT).redirectError(ProcessBuilder.Redirect.INHERIT);
        }
        output.ifPresent(name -> redirect(builder, file(tool, name, rank)));
        error.ifPresent(name -> builder.redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.appendTo(file(tool, name, rank))));
        return builder;
    }

    private ProcessBuilder.Redirect input(ToolContext tool, int rank) {
        String said = input.orElse(FIRST);
        if (said.equals(NONE) || (NUMBER.matcher(said).matches() && Integer.parseInt(said) != rank)) {
            return ProcessBuilder.Redirect.from(NOTHING);
        }
        return NUMBER.matcher(said).matches()
                ? ProcessBuilder.Redirect.INHERIT
                : ProcessBuilder.Redirect.from(file(tool, said, rank));
    }

    private static void redirect(ProcessBuilder builder, File file) {
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(file));
    }

    /**
     * The file for a task: {@code %j} and {@code %J} are the number of the job, {@code %t} that of the task, and
     * {@code %N} the host.
     */
    private static File file(ToolContext tool, String name, int rank) {
        return new File(name.replace("%J", "%j")
                .replace("%j", tool.variable("BANYAN_JOB_ID").orElse(""))
                .replace("%t", String.valueOf(rank))
                .replace("%s", "0")
                .replace("%n", "0")
                .replace("%N", tool.variable("BANYAN_HOST").orElse("")));
    }

    private static Thread labelling(InputStream from, int rank, PrintWriter to) {
        return Thread.ofVirtual().start(() -> {
            try (var lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    synchronized (to) {
                        to.println(rank + ": " + line);
                        to.flush();
                    }
                }
            } catch (IOException closed) {
                // The task has been ended.
            }
        });
    }
}
