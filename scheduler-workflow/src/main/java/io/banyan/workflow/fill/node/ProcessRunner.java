package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.TaskStart;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs each task as a process on its cores, with its output in the file of the worker ({@link TaskOutputs}). Without
 * {@code taskset} tasks are not pinned; without {@code setpriv} they survive a worker that is killed.
 */
public final class ProcessRunner implements TaskRunner {
    private static final int GRACE_MILLIS = 2_000;
    private static final int MOST_IDLE_SHELLS = 64;

    private final Path directory;
    private final TaskOutputs outputs;
    private final boolean isPinned;
    private final List<String> killedWithWorker;

    /** The shells without a task, by their cores; the first ones are the least used. */
    private final Map<List<Integer>, Deque<TaskShell>> idle = new LinkedHashMap<>();

    private final Map<Long, Active> running = new HashMap<>();
    private int idleCount;
    private long runs;
    private boolean isClosed;

    /** A task on a shell; a later run of a task has a higher number. */
    private record Active(TaskShell shell, long run) {}

    private ProcessRunner(Path directory, TaskOutputs outputs, boolean isPinned) {
        this.directory = directory;
        this.outputs = outputs;
        this.isPinned = isPinned && has("taskset");
        this.killedWithWorker = has("setpriv") ? List.of("setpriv", "--pdeathsig", "TERM") : List.of();
    }

    /**
     * Returns a runner.
     *
     * @param outputs the directory of the outputs of all workers
     * @param worker a name of this worker that no other one has had
     * @param isPinned whether tasks are pinned to their cores
     */
    public static ProcessRunner in(Path outputs, String worker, boolean isPinned) throws IOException {
        Files.createDirectories(outputs);
        TaskOutputs files = TaskOutputs.create(outputs, worker);
        Path directory = Files.createTempDirectory("banyan-tasks-");
        return new ProcessRunner(directory, files, isPinned);
    }

    /**
     * Copies the output of a task, which any worker ran.
     *
     * @param outputs the directory of the outputs of all workers
     * @param stream 1 for the standard output, 2 for the standard error
     * @return whether there is one
     */
    public static boolean readOutput(Path outputs, int set, int task, int stream, OutputStream to) throws IOException {
        return TaskOutputs.read(outputs, set, task, stream, to);
    }

    private static boolean has(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory : path.split(File.pathSeparator, -1)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, program))) {
                return true;
            }
        }
        return false;
    }

    private static long key(TaskStart start) {
        return ((long) start.set().number() << Integer.SIZE) | start.task();
    }

    @Override
    public void start(TaskStart start, Listener listener) {
        try {
            TaskShell shell = shell(start.share().cores());
            synchronized (this) {
                running.put(key(start), new Active(shell, ++runs));
            }
            shell.run(line(start), status -> ended(start, shell, status, listener));
        } catch (IOException e) {
            synchronized (this) {
                running.remove(key(start));
            }
            listener.ended(start, NOT_STARTED);
        }
    }

    private TaskShell shell(List<Integer> cores) throws IOException {
        TaskShell known = idleShell(cores);
        if (known != null) {
            return known;
        }
        List<String> prefix = new ArrayList<>(killedWithWorker);
        if (isPinned && !cores.isEmpty()) {
            String list = cores.stream().map(String::valueOf).collect(Collectors.joining(","));
            prefix.addAll(List.of("taskset", "-c", list));
        }
        return TaskShell.start(prefix);
    }

    private synchronized @Nullable TaskShell idleShell(List<Integer> cores) {
        Deque<TaskShell> shells = idle.getOrDefault(cores, new ArrayDeque<>());
        while (!shells.isEmpty()) {
            TaskShell shell = shells.removeLast();
            idleCount--;
            if (!shell.isBroken()) {
                return shell;
            }
        }
        idle.remove(cores);
        return null;
    }

    private Path file(TaskStart start, int stream) {
        return directory.resolve(start.set().number() + "-" + start.task() + "." + stream);
    }

    /** Returns the line that runs a task in the background. */
    private String line(TaskStart start) {
        String program = start.set().program().command(start.task()).stream()
                .map(TaskEnvironment::quoted)
                .collect(Collectors.joining(" "));
        String place = start.set().program().directory();
        String change = place.isEmpty() ? "" : "cd " + TaskEnvironment.quoted(place) + " && ";
        return "(" + TaskEnvironment.exports(TaskEnvironment.of(start, isPinned)) + change + "exec " + program
                + ") </dev/null >"
                + TaskEnvironment.quoted(file(start, 1).toString()) + " 2>"
                + TaskEnvironment.quoted(file(start, 2).toString()) + " &";
    }

    private void ended(TaskStart start, TaskShell shell, int status, Listener listener) {
        int told = status;
        try {
            for (int stream = 1; stream <= 2; stream++) {
                Path file = file(start, stream);
                if (file.toFile().length() > 0) {
                    outputs.store(start.set().number(), start.task(), stream, file);
                }
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A task whose output is lost has not succeeded.
            told = status == 0 ? NOT_STARTED : status;
        }
        release(start, shell);
        listener.ended(start, told);
    }

    private synchronized void release(TaskStart start, TaskShell shell) {
        running.remove(key(start));
        if (isClosed || shell.isBroken()) {
            return;
        }
        idle.computeIfAbsent(start.share().cores(), any -> new ArrayDeque<>()).addLast(shell);
        idleCount++;
        while (idleCount > MOST_IDLE_SHELLS) {
            var least = idle.entrySet().iterator();
            Deque<TaskShell> shells = least.next().getValue();
            if (shells.isEmpty()) {
                least.remove();
            } else {
                shells.removeFirst().close();
                idleCount--;
            }
        }
    }

    @Override
    public void kill(TaskStart start) {
        long run = killNow(start, false, 0);
        if (run > 0) {
            Thread.ofVirtual().name("task-grace").start(() -> killAfterGrace(start, run));
        }
    }

    private void killAfterGrace(TaskStart start, long run) {
        try {
            TimeUnit.MILLISECONDS.sleep(GRACE_MILLIS);
            killNow(start, true, run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Kills the processes of a task, and returns the number of its run, 0 if it does not run. A shell that is released
     * meanwhile has another task, so the lock is kept.
     *
     * @param only the run that is killed; 0 for any
     */
    private synchronized long killNow(TaskStart start, boolean isForced, long only) {
        Active active = running.get(key(start));
        if (active == null || (only != 0 && only != active.run())) {
            return 0;
        }
        active.shell().killTask(isForced);
        return active.run();
    }

    @Override
    public void close() {
        List<TaskShell> shells = new ArrayList<>();
        synchronized (this) {
            isClosed = true;
            running.values().forEach(active -> shells.add(active.shell()));
            idle.values().forEach(shells::addAll);
            idle.clear();
        }
        shells.forEach(TaskShell::close);
        try {
            outputs.close();
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Output files of killed tasks may still be there; they are in a temporary directory.
            System.getLogger(ProcessRunner.class.getName()).log(System.Logger.Level.DEBUG, "cannot clean up", e);
        }
    }
}
