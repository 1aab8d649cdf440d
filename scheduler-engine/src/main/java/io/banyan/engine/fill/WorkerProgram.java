package io.banyan.engine.fill;

import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.fill.CoreDomain;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.node.FillWorker;
import io.banyan.workflow.fill.node.FillWorkerOptions;
import io.banyan.workflow.fill.node.LocalOffer;
import io.banyan.workflow.fill.node.ProcessRunner;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.SlotProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The program of a worker, as the job of one node of a reservation. */
public final class WorkerProgram {
    private static final int FIXED_WORDS = 4;

    /** The time without an engine after which a worker ends; its job usually ends earlier. */
    private static final Duration PATIENCE = Duration.ofDays(7);

    private WorkerProgram() {}

    /** Returns the arguments of a worker. */
    static List<String> words(Path directory, String name, ReservedShare share) {
        List<String> words = new ArrayList<>(List.of(
                directory.toString(),
                name,
                Integer.toString(Math.max(1, share.count(SlotProfile.CORE))),
                Long.toString(share.memoryMib())));
        share.numbers().forEach((type, numbers) -> {
            if (!type.equals(SlotProfile.CORE) && !numbers.isEmpty()) {
                words.add(type + "=" + numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
        });
        return words;
    }

    /**
     * Runs a worker until its server ends it. The arguments are the directory of the filler, the name of the worker,
     * the number of cores, the memory in MiB, and the numbers of accelerators by type, such as {@code gpu=0,1}.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        FillerFiles files = FillerFiles.in(Path.of(args[0]));
        String name = args[1];
        int cores = Integer.parseInt(args[2]);
        WorkerOffer allowed = LocalOffer.of(name);
        // The cores of the job are known if the scheduler has confined it to as many.
        WorkerOffer local = allowed.coreCount() == cores ? allowed : LocalOffer.oneThreadPerCore(allowed);
        boolean isPinned = local.coreCount() == cores;
        List<CoreDomain> domains =
                isPinned ? local.domains() : WorkerOffer.cores(name, cores).domains();
        var offer = new WorkerOffer(name, domains, Long.parseLong(args[3]), accelerators(args, local));
        long startMillis = ProcessHandle.current()
                .info()
                .startInstant()
                .orElse(Instant.EPOCH)
                .toEpochMilli();
        // The outputs of later workers have later names.
        String outputs = "%015d-%s-%d"
                .formatted(startMillis, name, ProcessHandle.current().pid());
        Optional<String> failure = FillWorker.start(
                        new FillWorkerOptions(files::address, files.secret(), offer, PATIENCE),
                        ProcessRunner.in(files.outputs(), outputs, isPinned))
                .await();
        if (failure.isPresent()) {
            System.err.println("banyan: " + failure.get());
            System.exit(1);
        }
    }

    /** Returns the accelerators of the reservation, with the numbers that the job was given where it was given some. */
    private static SortedMap<String, List<Integer>> accelerators(String[] args, WorkerOffer local) {
        SortedMap<String, List<Integer>> accelerators = new TreeMap<>();
        for (String word : Arrays.asList(args).subList(FIXED_WORDS, args.length)) {
            int sign = word.indexOf('=');
            accelerators.put(
                    word.substring(0, sign),
                    Arrays.stream(word.substring(sign + 1).split(",", -1))
                            .map(Integer::valueOf)
                            .toList());
        }
        List<Integer> given = local.accelerators().getOrDefault(Needs.GPU, List.of());
        accelerators.computeIfPresent(Needs.GPU, (type, numbers) -> given.size() == numbers.size() ? given : numbers);
        return accelerators;
    }
}
