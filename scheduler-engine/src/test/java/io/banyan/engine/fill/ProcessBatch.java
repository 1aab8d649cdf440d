package io.banyan.engine.fill;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A batch scheduler whose jobs are processes of this machine, which start at once. Its books are files, so that it
 * outlives the process that calls it, as a scheduler does.
 */
public final class ProcessBatch implements Batch {
    /** Makes the directory of a job whole before it is seen, runs the job, and writes its exit code. */
    private static final String SCRIPT = """
            job=$1; name=$2; reservation=$3; shift 3
            mkdir "$job.new"; printf %s "$name" > "$job.new/name"; printf %s "$reservation" > "$job.new/reservation"
            printf %s $$ > "$job.new/shell"; "$@" & printf %s $! > "$job.new/pid"
            mv "$job.new" "$job"
            wait $!; printf %s $? > "$job/code.new"; mv "$job/code.new" "$job/code"
            """;

    private final Path jobs;
    private final Path reservations;
    private final int nodes;
    private final int cores;

    /** Makes a scheduler of pretended nodes on its files, or goes on with those. */
    public ProcessBatch(Path directory, int nodes, int cores) throws IOException {
        this.jobs = Files.createDirectories(directory.resolve("jobs"));
        this.reservations = Files.createDirectories(directory.resolve("reservations"));
        this.nodes = nodes;
        this.cores = cores;
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) {
        List<ProfileNode> all = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            all.add(new ProfileNode(
                    "n" + n, new TreeMap<>(Map.of(SlotProfile.CORE, cores)), 1_000, List.of(), List.of()));
        }
        return new BatchLook(SlotProfile.of(0, startSec, slotSeconds, 1, all), List.of());
    }

    @Override
    public BatchBooking book(List<BatchReservation> asked) {
        asked.forEach(one -> write(reservations.resolve(one.name()), ""));
        return new BatchBooking.Booked();
    }

    @Override
    public void release(String reservation) {
        try {
            Files.deleteIfExists(reservations.resolve(reservation));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Set<String> reservations(String prefix) {
        Set<String> names = new TreeSet<>();
        list(reservations)
                .map(it -> it.getFileName().toString())
                .filter(it -> it.startsWith(prefix))
                .forEach(names::add);
        return names;
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        if (job.reservation()
                .filter(it -> !Files.exists(reservations.resolve(it)))
                .isPresent()) {
            throw BatchException.refused(
                    "there is no reservation " + job.reservation().get());
        }
        String number = Long.toString(System.nanoTime());
        Path directory = jobs.resolve(number);
        List<String> words = new ArrayList<>(List.of("setsid", "/bin/sh", "-c", SCRIPT, "job"));
        words.addAll(List.of(directory.toString(), job.name(), job.reservation().orElse("")));
        words.addAll(job.words());
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(job.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(job.output().toFile()))
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(job.environment());
        try {
            builder.start();
            while (!Files.exists(directory)) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } catch (IOException e) {
            throw BatchException.refused(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return number;
    }

    @Override
    public Optional<String> find(String jobName) {
        return jobs().filter(job -> read(job.resolve("name")).equals(jobName))
                .map(job -> job.getFileName().toString())
                .findFirst();
    }

    private Stream<Path> jobs() {
        return list(jobs).filter(job -> !job.toString().endsWith(".new"));
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> asked) {
        Map<String, BatchJobReport> reports = new HashMap<>();
        asked.forEach(job -> reports.put(job, report(jobs.resolve(job))));
        return reports;
    }

    private static BatchJobReport report(Path job) {
        boolean isRunning = process(job, "shell").isPresent();
        boolean isOver = Files.exists(job.resolve("code"));
        State state = isOver ? State.ENDED : isRunning ? State.RUNNING : State.STOPPED;
        return new BatchJobReport(
                state,
                isOver ? OptionalInt.of(Integer.parseInt(read(job.resolve("code")))) : OptionalInt.empty(),
                "",
                OptionalLong.of(1),
                state == State.RUNNING ? OptionalLong.empty() : OptionalLong.of(2),
                List.of("n0"));
    }

    private static Optional<ProcessHandle> process(Path job, String file) {
        return ProcessHandle.of(Long.parseLong(read(job.resolve(file))));
    }

    @Override
    public void cancel(String job) {
        process(jobs.resolve(job), "pid").ifPresent(ProcessHandle::destroy);
    }

    /** Returns the names of all jobs that were ever submitted. */
    List<String> names() {
        return jobs().map(job -> read(job.resolve("name"))).sorted().toList();
    }

    /** Returns the processes of the jobs that run. */
    List<ProcessHandle> running() {
        return jobs().filter(job -> !Files.exists(job.resolve("code")))
                .flatMap(job -> process(job, "pid").stream())
                .toList();
    }

    private static Stream<Path> list(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
