package io.banyan.cli.workflow;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.Durations;
import io.banyan.workflow.order.OrderWeights;
import io.banyan.workflow.order.PlanningOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options for the order in which waiting workflows are planned. */
final class OrderOptions {
    private static final Set<String> WEIGHTS = Set.of("age", "size", "priority", "share");
    private static final long LONGEST_WINDOW_SEC = 86_400;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            description = "Time for which the first waiting workflow waits for others, so that they are planned in "
                    + "order (default ${DEFAULT-VALUE}).")
    private String window = "0s";

    @Option(
            names = "--weight",
            paramLabel = "NAME=NUMBER",
            description = "Weight of a criterion of the order: age, the points for each hour of waiting (default 1); "
                    + "size, the points for 2^20 core seconds (0); priority, the points for the highest priority "
                    + "(62); share, the points of a project without planned core hours (10). A negative weight "
                    + "reverses the criterion.")
    private Map<String, Double> weights = new LinkedHashMap<>();

    @Option(
            names = "--most-passed",
            paramLabel = "N",
            description = "Number of other workflows after which a waiting workflow is planned next in any case "
                    + "(default ${DEFAULT-VALUE}).")
    private int mostPassed = PlanningOrder.USUAL_MOST_PASSED;

    /**
     * Returns the order.
     *
     * @throws CommandFailure if an option is wrong
     */
    PlanningOrder order() {
        long windowSec = Durations.seconds("--window", window);
        if (windowSec > LONGEST_WINDOW_SEC) {
            throw CommandFailure.wrongUse("--window: expected 0s to 1d, found '" + window + "'");
        }
        if (mostPassed < 1) {
            throw CommandFailure.wrongUse("--most-passed: expected at least 1, found " + mostPassed);
        }
        return new PlanningOrder(weights(), mostPassed, windowSec);
    }

    private OrderWeights weights() {
        for (String name : weights.keySet()) {
            if (!WEIGHTS.contains(name)) {
                throw CommandFailure.wrongUse("--weight: expected age, size, priority or share, found '" + name + "'");
            }
        }
        OrderWeights usual = OrderWeights.USUAL;
        try {
            return new OrderWeights(
                    weights.getOrDefault("age", usual.age()),
                    weights.getOrDefault("size", usual.size()),
                    weights.getOrDefault("priority", usual.priority()),
                    weights.getOrDefault("share", usual.share()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("--weight: " + e.getMessage());
        }
    }
}
