package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.jobspec.RequestedMemory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.process.ProcessUsage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures the usage of a job's processes: by its cgroup if it has one, else by its first process, which counts its
 * descendants. Processes on other machines are not measured. Any thread may call.
 */
final class JobMeter implements Supplier<Optional<JobUsage>> {
    private static final int MAX_LINE = 100;
    private static final int NUMBERS = 3;
    /** The job's user can write any data there; the sum over all jobs of an array is still a number. */
    private static final long MOST = 1L << 48;

    private final Effect.StartJob start;
    private final JobDirectory directory;
    private final Confining confining;
    private final boolean isHere;
    private volatile Optional<JobUsage> ofCgroup = Optional.empty();
    private volatile boolean isOver;

    /** @param isHere whether all of its processes are started on this machine */
    JobMeter(Effect.StartJob start, JobDirectory directory, Confining confining, boolean isHere) {
        this.start = start;
        this.directory = directory;
        this.confining = confining;
        this.isHere = isHere;
    }

    /** Ends the remaining processes of the job in its cgroup, after a reading of the cgroup's usage. */
    void endCgroup() throws InterruptedException {
        confining.end(start.job()).ifPresent(used -> ofCgroup = Optional.of(used));
    }

    /** Nothing of the job runs any more. */
    void over() {
        isOver = true;
    }

    /** So far, or in all; empty where it is not measured. */
    @Override
    public Optional<JobUsage> get() {
        if (!isHere) {
            return Optional.empty();
        }
        Optional<JobUsage> ofProcesses = isOver ? written() : running();
        Optional<JobUsage> counted = ofCgroup.or(() -> isOver ? Optional.empty() : confining.usage(start.job()));
        return counted.map(
                        it -> both(it, ofProcesses.map(JobUsage::largestProcess).orElse(OptionalLong.empty())))
                .or(() -> ofProcesses)
                .map(it -> it.requesting(RequestedMemory.of(start.jobspec())));
    }

    private static JobUsage both(JobUsage ofCgroup, OptionalLong largest) {
        return new JobUsage(
                ofCgroup.source(),
                ofCgroup.userMicros(),
                ofCgroup.systemMicros(),
                largest,
                ofCgroup.allProcesses(),
                OptionalLong.empty());
    }

    private Optional<JobUsage> running() {
        return directory
                .leader()
                .map(ProcessUsage::below)
                .map(it -> ofProcesses(it.userMicros(), it.systemMicros(), it.largestBytes()));
    }

    /** The usage that the first process wrote at its end; empty if the process was killed or the file is not valid. */
    private Optional<JobUsage> written() {
        try {
            List<Long> numbers = Stream.of(ForeignFile.read(directory.usage(), MAX_LINE)
                            .text()
                            .strip()
                            .split(" ", -1))
                    .map(Long::valueOf)
                    .toList();
            boolean isOne =
                    numbers.size() == NUMBERS && numbers.stream().allMatch(number -> number >= 0 && number <= MOST);
            return isOne ? Optional.of(ofProcesses(numbers.get(0), numbers.get(1), numbers.get(2))) : Optional.empty();
        } catch (IOException | NumberFormatException unseen) {
            return Optional.empty();
        }
    }

    private static JobUsage ofProcesses(long userMicros, long systemMicros, long largest) {
        return new JobUsage(
                JobUsage.Source.PROCESSES,
                userMicros,
                systemMicros,
                OptionalLong.of(largest),
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
