package io.banyan.engine.fill;

import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.fill.CorePlacement;
import io.banyan.workflow.fill.FillNeeds;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.TaskOrder;
import io.banyan.workflow.model.Needs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sets of tasks of a filler for jobs: jobs with the same needs, limits and ways to fail are in one set. */
final class TaskSets {
    private static final long MILLIS = 1_000;

    private TaskSets() {}

    /** Jobs that are one set, in the order of its tasks. */
    record Part(FillSet set, List<BatchJob> jobs) {}

    private record Key(Needs needs, long limitSec, boolean mayRunAgain) {}

    /** Returns the sets, with numbers that do not count. O(jobs x words). */
    static List<Part> of(List<BatchJob> jobs, BatchReservation reservation) throws IOException {
        Map<Key, List<BatchJob>> groups = new LinkedHashMap<>();
        for (BatchJob job : jobs) {
            Key key = new Key(job.needs(), job.limitSec().orElse(0), TaskScript.mayRunAgain(job));
            groups.computeIfAbsent(key, any -> new ArrayList<>()).add(job);
        }
        boolean isMemoryKnown = reservation.shares().stream().allMatch(share -> share.memoryMib() > 0);
        List<Part> parts = new ArrayList<>();
        groups.forEach((key, group) -> parts.add(new Part(set(key, group, isMemoryKnown), group)));
        return parts;
    }

    private static FillSet set(Key key, List<BatchJob> jobs, boolean isMemoryKnown) {
        SortedMap<String, String> shared = TaskScript.shared(jobs);
        List<String> lines =
                jobs.stream().map(job -> TaskScript.of(job, shared)).toList();
        var request = new FillRequest(
                List.of(needs(key.needs(), isMemoryKnown)),
                1,
                CorePlacement.COMPACT,
                0,
                key.limitSec() * MILLIS,
                key.mayRunAgain() ? FillRequest.USUAL_CRASH_LIMIT : 1);
        return new FillSet(
                1,
                jobs.getFirst().name(),
                jobs.size(),
                request,
                new FillProgram(List.of("/bin/sh", "-c"), lines, "", shared),
                TaskOrder.none(),
                List.of());
    }

    private static FillNeeds needs(Needs needs, boolean isMemoryKnown) {
        SortedMap<String, Integer> accelerators = new TreeMap<>();
        needs.accelerators().forEach((type, count) -> accelerators.put(type, count * FillNeeds.WHOLE));
        int cores = accelerators.isEmpty() ? Math.max(1, needs.cores()) : needs.cores();
        return new FillNeeds(cores, isMemoryKnown ? needs.memoryMib() : 0, accelerators);
    }
}
