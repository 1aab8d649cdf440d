package io.banyan.sim.program;

import io.banyan.sim.network.TrafficPattern;
import io.banyan.sim.program.Phase.Task;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the program of a job: its type, and the processes and the work of each phase. A program has so many processes
 * at most as the job has nodes, and takes exactly the job's run time on a compact partition of the empty machine.
 */
public final class ProgramDraft {
    private static final int THREADS_AT_MOST = 3;
    private static final int PROCESSES_PER_FEM = 4;
    private static final int LEAST_SHARE = 8;
    private static final double LEAST_WORK = 0.5;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final ProgramSettings settings;
    private final SplittableRandom random;
    private final int size;
    private final double runSec;
    /** By process: whether it runs. */
    private final BitSet running = new BitSet();

    private int started;

    private ProgramDraft(ProgramSettings settings, SplittableRandom random, int size, double runSec) {
        this.settings = settings;
        this.random = random;
        this.size = size;
        this.runSec = runSec;
    }

    /**
     * The program of a job. The same seed and job give the same program. O(phases x processes).
     *
     * @param types of which the type is drawn
     */
    public static ParallelProgram of(
            List<ProgramType> types, ProgramSettings settings, long seed, long job, int size, double runSec) {
        SplittableRandom random = random(seed, job);
        ProgramType type = type(types, random);
        var draft = new ProgramDraft(settings, random, size, runSec);
        List<Phase> phases = switch (type) {
            case MONTE_CARLO -> draft.monteCarlo();
            case BSP -> draft.bsp();
            case FEM -> draft.fem();
            case ADAPTIVE_FEM -> draft.adaptive();
        };
        return new ParallelProgram(type, phases);
    }

    /** The type of the program that {@link #of} draws for a job. O(1). */
    public static ProgramType type(List<ProgramType> types, long seed, long job) {
        return type(types, random(seed, job));
    }

    private static ProgramType type(List<ProgramType> types, SplittableRandom random) {
        return types.get(random.nextInt(types.size()));
    }

    private static SplittableRandom random(long seed, long job) {
        return new SplittableRandom(seed * GOLDEN + job);
    }

    private List<Phase> monteCarlo() {
        return List.of(phase(
                tasks(size, false, true),
                numbers(size),
                TrafficPattern.FIRST_WITH_EACH,
                runSec,
                settings.share("scatter-share")));
    }

    private List<Phase> bsp() {
        int steps = settings.number("supersteps");
        List<Phase> phases = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            phases.add(phase(
                    tasks(size, false, false),
                    numbers(size),
                    TrafficPattern.ALL_PAIRS,
                    runSec / steps,
                    settings.share("bsp-share")));
        }
        return phases;
    }

    private List<Phase> fem() {
        int count = settings.number("phases");
        int processes = (size + PROCESSES_PER_FEM - 1) / PROCESSES_PER_FEM;
        boolean hasThreads = settings.is(ProgramSettings.THREADS, "anywhere");
        List<Phase> phases = new ArrayList<>();
        started = processes;
        for (int i = 0; i < count; i++) {
            List<Task> tasks = tasks(processes, true, false);
            int left = hasThreads ? size - processes : 0;
            for (int process = 0; process < processes && left > 0; process++) {
                int threads = Math.min(left, random.nextInt(THREADS_AT_MOST + 1));
                for (int thread = 0; thread < threads; thread++) {
                    tasks.add(new Task(started++, process, work(), true));
                }
                left -= threads;
            }
            phases.add(phase(
                    tasks, numbers(processes), TrafficPattern.ALL_PAIRS, runSec / count, settings.share("fem-share")));
        }
        return phases;
    }

    private List<Phase> adaptive() {
        int count = settings.number("phases");
        int least = Math.max(1, size / LEAST_SHARE);
        int[] sizes = new int[count];
        for (int i = 0; i < count; i++) {
            double z = random.nextDouble();
            sizes[i] = i == 0 ? least : Math.clamp(Math.round(size * z * z), least, size);
        }
        sizes[count - 1 - random.nextInt(Math.max(1, count - 1))] = size;
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Task> tasks = grown(sizes[i]);
            List<Integer> talking = tasks.stream().map(Task::process).toList();
            List<Task> marked = i + 1 < count ? withEnds(tasks, sizes[i + 1]) : tasks;
            phases.add(
                    phase(marked, talking, TrafficPattern.ALL_PAIRS, runSec / count, settings.share("adaptive-share")));
        }
        return phases;
    }

    /** The running processes, and new ones that random ones of them fork. */
    private List<Task> grown(int processes) {
        List<Task> tasks = new ArrayList<>();
        running.stream().forEach(process -> tasks.add(new Task(process, -1, work(), false)));
        while (tasks.size() < processes) {
            int parent = tasks.isEmpty()
                    ? -1
                    : tasks.get(random.nextInt(tasks.size())).process();
            running.set(started);
            tasks.add(new Task(started++, parent, work(), false));
        }
        return tasks;
    }

    /** Marks random processes but the first that end, so that so many are left. */
    private List<Task> withEnds(List<Task> tasks, int left) {
        List<Task> marked = new ArrayList<>(tasks);
        for (int ends = tasks.size() - left; ends > 0; ends--) {
            int at;
            do {
                at = 1 + random.nextInt(marked.size() - 1);
            } while (marked.get(at).isLast());
            Task task = marked.get(at);
            running.clear(task.process());
            marked.set(at, new Task(task.process(), task.parent(), task.computeSec(), true));
        }
        return marked;
    }

    /** Tasks of processes that run from the beginning to the end. */
    private List<Task> tasks(int processes, boolean isIrregular, boolean areLast) {
        List<Task> tasks = new ArrayList<>();
        boolean isAny = isIrregular || settings.is(ProgramSettings.PARENT, "any");
        for (int process = 0; process < processes; process++) {
            int parent = process == 0 ? -1 : isAny ? random.nextInt(process) : 0;
            tasks.add(new Task(process, parent, isIrregular ? work() : 1, areLast && process > 0));
        }
        return tasks;
    }

    private double work() {
        return LEAST_WORK + (1 - LEAST_WORK) * random.nextDouble();
    }

    private static List<Integer> numbers(int processes) {
        List<Integer> numbers = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            numbers.add(process);
        }
        return numbers;
    }

    /** A phase of a given length: the largest work takes what the messages leave. */
    private static Phase phase(
            List<Task> tasks, List<Integer> talking, TrafficPattern pattern, double lengthSec, double messageShare) {
        double messageSec = talking.size() > 1 ? lengthSec * messageShare : 0;
        double most = tasks.stream().mapToDouble(Task::computeSec).max().orElse(1);
        double scale = (lengthSec - messageSec) / most;
        List<Task> scaled = tasks.stream()
                .map(task -> new Task(task.process(), task.parent(), task.computeSec() * scale, task.isLast()))
                .toList();
        return new Phase(scaled, talking, pattern, messageSec);
    }
}
