package io.banyan.cli.quickstart;

import io.banyan.instance.message.value.InstanceSummary;
import java.util.List;

/**
 * All results of the quickstart; {@code -o json} prints them.
 *
 * @param tree of instances, after they were filled
 * @param grows the measured requests, in the order in which they were made
 * @param bursts the resources that providers brought
 * @param before the resources of each level before the first grow
 * @param after the resources of each level after the last shrink
 * @param checkedGrows the number of checked grows and shrinks
 * @param seconds the total time
 */
record QuickstartReport(
        InstanceSummary tree,
        List<GrowResult> grows,
        List<ProviderBurst> bursts,
        List<LevelCount> before,
        List<LevelCount> after,
        int checkedGrows,
        double seconds) {
    /** Copies the lists. */
    QuickstartReport {
        grows = List.copyOf(grows);
        bursts = List.copyOf(bursts);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
