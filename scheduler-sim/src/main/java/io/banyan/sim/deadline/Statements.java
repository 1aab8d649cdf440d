package io.banyan.sim.deadline;

import java.util.List;
import java.util.stream.Stream;

/**
 * The statements of the paper on acceptance (A), cancelled jobs (C), completed jobs (S) and synchronous communication
 * (Y), beside the results of a campaign. A comparison holds if the 95 % confidence interval of the paired difference
 * does not contain 0; with one seed, it is open. Source: Linnert, De Rose, Heiss, section 5.
 */
public final class Statements {
    private Statements() {}

    /** All statements; none if the campaign does not have all mappings of the paper. O(runs). */
    public static List<Statement> of(CampaignTable table) {
        var comparison = new CampaignComparison(table);
        if (!comparison.isComplete()) {
            return List.of();
        }
        return Stream.of(
                        AcceptanceStatements.of(comparison),
                        CancellationStatements.of(comparison),
                        CompletionStatements.of(comparison),
                        SynchronousStatements.of(comparison))
                .flatMap(List::stream)
                .toList();
    }
}
