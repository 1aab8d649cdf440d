package io.banyan.cli.tree;

import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.BorrowedPart;
import io.banyan.instance.message.value.InstanceSummary;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A column of the table of the tree beside the one for free amounts: a count, or amounts of the usual types. */
enum TreeColumn {
    /** How many hold resources. */
    JOBS,
    /** Grows that wait for an answer from elsewhere. */
    WAITING,
    /** The resources that are not granted and not external. */
    OWN,
    /** The resources that came from above after the instance got its first resources. */
    GRANTED,
    /** The resources that the instance's own provider brought. */
    EXTERNAL,
    /** The resources that lost children hold. */
    LOST;

    private static final BorrowedPart NONE = new BorrowedPart(0, 0, 0);

    /** Whether something of it is at this instance or at one below it, or it is always shown. O(instances). */
    boolean isIn(InstanceSummary instance) {
        boolean isHere = switch (this) {
            case JOBS, EXTERNAL -> true;
            case WAITING -> instance.pending() > 0;
            case OWN -> instance.parts().values().stream().anyMatch(part -> part.granted() + part.external() > 0);
            case GRANTED, LOST -> TreeView.SHOWN.stream().anyMatch(type -> amount(instance, type) > 0);
        };
        return isHere || instance.children().stream().anyMatch(this::isIn);
    }

    /** Returns the text of this column in the line of an instance. */
    String of(InstanceSummary instance) {
        String amounts = TreeView.SHOWN.stream()
                .filter(type -> amount(instance, type) > 0)
                .map(type -> shown(amount(instance, type), type))
                .collect(Collectors.joining(" "));
        return amounts.isEmpty() ? Integer.toString(count(instance)) : amounts;
    }

    private static String shown(long amount, String type) {
        return amount + " " + type + (amount == 1 ? "" : "s");
    }

    private int count(InstanceSummary instance) {
        return switch (this) {
            case JOBS -> instance.jobs();
            case WAITING -> instance.pending();
            case EXTERNAL -> instance.external();
            case OWN, GRANTED, LOST -> 0;
        };
    }

    private long amount(InstanceSummary instance, String type) {
        BorrowedPart part = instance.parts().getOrDefault(type, NONE);
        return switch (this) {
            case JOBS, WAITING -> 0;
            case OWN -> own(instance.amounts().get(type), part);
            case GRANTED -> part.granted();
            case EXTERNAL -> part.external();
            case LOST -> part.lost();
        };
    }

    private static long own(@Nullable Amount all, BorrowedPart part) {
        return all == null ? 0 : Math.max(0, all.total() - part.granted() - part.external());
    }
}
