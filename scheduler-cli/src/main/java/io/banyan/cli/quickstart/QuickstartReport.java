package io.banyan.cli.quickstart;

import io.banyan.instance.message.value.InstanceSummary;
import java.util.List;

/**
 * Everything that the quickstart found out; what {@code -o json} prints.
 *
 * @param tree of instances, after they were filled
 * @param grows the measured requests, in the order in which they were made
 * @param bursts what providers brought
 * @param before what there was at each level before anything was grown
 * @param after what there was when everything had been shrunk
 * @param checkedGrows how many grows and shrinks were checked
 * @param seconds how long it all took
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
