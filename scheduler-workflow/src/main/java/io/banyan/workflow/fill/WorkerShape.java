package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The workers with equal amounts of all resources, the one with the least load first. */
final class WorkerShape {
    private final List<String> types;
    private final long[] totals;
    private final TreeSet<WorkerBook> workers = new TreeSet<>(WorkerBook.BY_LOAD);

    WorkerShape(WorkerOffer offer) {
        types = new ArrayList<>(offer.accelerators().keySet());
        totals = new long[types.size() + 2];
        totals[0] = offer.coreCount();
        totals[1] = offer.memoryMib();
        for (int i = 0; i < types.size(); i++) {
            int count =
                    offer.accelerators().getOrDefault(types.get(i), List.of()).size();
            totals[i + 2] = (long) count * FillNeeds.WHOLE;
        }
    }

    /** Returns a text that is equal for offers of one shape. */
    static String key(WorkerOffer offer) {
        var key = new StringBuilder();
        key.append(offer.coreCount()).append(' ').append(offer.memoryMib());
        offer.accelerators()
                .forEach((type, numbers) ->
                        key.append(' ').append(type).append('\n').append(numbers.size()));
        return key.toString();
    }

    /** Returns the amounts of the first variant that a worker of this shape can run; empty if there is none. */
    long[] demand(FillRequest request) {
        for (FillNeeds needs : request.variants()) {
            long[] amounts = amounts(needs);
            if (amounts.length > 0) {
                return request.isGang() ? totals.clone() : amounts;
            }
        }
        return new long[0];
    }

    private long[] amounts(FillNeeds needs) {
        long[] amounts = new long[totals.length];
        amounts[0] = needs.coresOf((int) totals[0]);
        amounts[1] = needs.memoryMib();
        for (var entry : needs.accelerators().entrySet()) {
            int place = types.indexOf(entry.getKey());
            if (place < 0) {
                return new long[0];
            }
            amounts[place + 2] = entry.getValue();
        }
        for (int i = 0; i < amounts.length; i++) {
            if (amounts[i] > totals[i]) {
                return new long[0];
            }
        }
        return amounts;
    }

    long[] totals() {
        return totals;
    }

    /** The workers to which tasks may be sent. */
    NavigableSet<WorkerBook> workers() {
        return workers;
    }
}
