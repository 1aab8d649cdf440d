package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.CorePlacement;
import io.banyan.workflow.fill.FailureKind;
import io.banyan.workflow.fill.FillNeeds;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.TaskFailure;
import io.banyan.workflow.fill.TaskOrder;
import io.banyan.workflow.fill.TaskRange;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sets, ranges and failures as bytes. */
final class SetCodec {
    private static final List<CorePlacement> PLACEMENTS =
            List.of(CorePlacement.COMPACT, CorePlacement.SCATTER, CorePlacement.TIGHT);
    private static final List<FailureKind> KINDS = List.of(
            FailureKind.EXIT,
            FailureKind.NOT_STARTED,
            FailureKind.TIME_LIMIT,
            FailureKind.CANCELLED,
            FailureKind.CRASHES);

    private SetCodec() {}

    static void write(FillSet set, ByteWriter out) {
        out.number(set.number()).text(set.name()).number(set.tasks());
        FillRequest request = set.request();
        out.list(request.variants(), needs -> {
            out.signed(needs.cores()).number(needs.memoryMib());
            amounts(needs.accelerators(), out);
        });
        out.number(request.nodes()).number(PLACEMENTS.indexOf(request.placement()));
        out.signed(request.priority()).number(request.limitMillis()).number(request.crashLimit());
        FillProgram program = set.program();
        out.list(program.words(), out::text).list(program.lines(), out::text).text(program.directory());
        out.list(
                program.environment().entrySet(),
                entry -> out.text(entry.getKey()).text(entry.getValue()));
        out.number(set.order().size());
        int[] before = set.order().befores();
        int[] after = set.order().afters();
        for (int i = 0; i < before.length; i++) {
            out.number(before[i]).number(after[i]);
        }
        out.counts(set.after());
    }

    private static void amounts(SortedMap<String, Integer> amounts, ByteWriter out) {
        out.list(amounts.entrySet(), entry -> out.text(entry.getKey()).number(entry.getValue()));
    }

    static FillSet read(ByteReader in) {
        int number = in.count();
        String name = in.text();
        int tasks = in.count();
        List<FillNeeds> variants = in.list(() -> new FillNeeds(in.signedInt(), in.number(), amounts(in)));
        int nodes = in.count();
        CorePlacement placement = PLACEMENTS.get(place(in.count(), PLACEMENTS.size()));
        var request = new FillRequest(variants, nodes, placement, in.signedInt(), in.number(), in.count());
        List<String> words = in.list(in::text);
        List<String> lines = in.list(in::text);
        String directory = in.text();
        var environment = new TreeMap<String, String>();
        in.list(() -> environment.put(in.text(), in.text()));
        TaskOrder order = order(tasks, in);
        List<Integer> after = in.list(in::count);
        var program = new FillProgram(words, lines, directory, environment);
        return new FillSet(number, name, tasks, request, program, order, after);
    }

    private static SortedMap<String, Integer> amounts(ByteReader in) {
        var amounts = new TreeMap<String, Integer>();
        in.list(() -> amounts.put(in.text(), in.count()));
        return amounts;
    }

    private static TaskOrder order(int tasks, ByteReader in) {
        List<int[]> pairs = in.list(() -> new int[] {in.count(), in.count()});
        int[] before = pairs.stream().mapToInt(pair -> pair[0]).toArray();
        int[] after = pairs.stream().mapToInt(pair -> pair[1]).toArray();
        if (tasks > FillSet.MOST_TASKS) {
            throw new IllegalArgumentException("a set has at most " + FillSet.MOST_TASKS + " tasks: " + tasks);
        }
        return TaskOrder.of(tasks, before, after);
    }

    static void write(List<TaskRange> ranges, ByteWriter out) {
        out.list(ranges, range -> out.number(range.set()).number(range.from()).number(range.size()));
    }

    static List<TaskRange> ranges(ByteReader in) {
        return in.list(() -> {
            int set = in.count();
            int from = in.count();
            long to = (long) from + in.count();
            if (to > FillSet.MOST_TASKS) {
                throw new IllegalArgumentException("a range ends behind the greatest set: " + to);
            }
            return new TaskRange(set, from, (int) to);
        });
    }

    static void writeFailures(List<TaskFailure> failures, ByteWriter out) {
        out.list(
                failures,
                failure -> out.number(failure.set())
                        .number(failure.task())
                        .number(KINDS.indexOf(failure.kind()))
                        .number(failure.status()));
    }

    static List<TaskFailure> failures(ByteReader in) {
        return in.list(
                () -> new TaskFailure(in.count(), in.count(), KINDS.get(place(in.count(), KINDS.size())), in.count()));
    }

    private static int place(int code, int size) {
        if (code >= size) {
            throw new IllegalArgumentException("a code is unknown: " + code);
        }
        return code;
    }
}
