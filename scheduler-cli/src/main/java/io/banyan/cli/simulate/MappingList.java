package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.sim.deadline.MappingRule;
import java.util.Arrays;
import java.util.List;

/** Reads the mappings of an option: names with commas between them. */
final class MappingList {
    private MappingList() {}

    /**
     * The mappings of an option, in their order.
     *
     * @param texts the values of the option, which can be repeated
     */
    static List<MappingRule> of(String option, List<String> texts) {
        List<MappingRule> rules = CheckedValues.value(() -> texts.stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(MappingRule::parse)
                .toList());
        CheckedValues.requireDistinct(
                option, rules.stream().map(MappingRule::word).toList());
        return rules;
    }
}
