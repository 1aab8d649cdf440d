package io.banyan.instance.config;

import io.banyan.elastic.BenefitPolicy;
import io.banyan.elastic.ElasticPolicy;
import io.banyan.elastic.PriorityPolicy;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.ResourceType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How an instance rescales its malleable jobs by itself.
 *
 * @param policy decides which jobs release resources and which get more; empty if jobs are rescaled only on request
 * @param measure the resource type that the policy counts
 * @param rescaleGapSec how long a job is left alone after it started or was rescaled
 * @param answerMillis how long a job may take to answer
 */
public record Elasticity(Optional<ElasticPolicy> policy, ResourceType measure, long rescaleGapSec, long answerMillis) {
    /** Jobs are rescaled on request only. */
    public static final Elasticity NONE = new Elasticity(Optional.empty(), new ResourceType("core"), 60, 30_000);

    /** The names of the policies. */
    public static final List<String> POLICIES = List.of("none", "elastic", "benefit", "benefit-no-stop");

    /** Checks the times. */
    public Elasticity {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(measure, "measure");
        ValueChecks.notNegative(rescaleGapSec, "a rescale gap");
        ValueChecks.positive(answerMillis, "answerMillis");
    }

    /**
     * With the policy of a name.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    public static Elasticity of(String policy, ResourceType measure, long rescaleGapSec, long answerMillis) {
        Optional<ElasticPolicy> named = switch (policy) {
            case "none" -> Optional.empty();
            case "elastic" -> Optional.of(PriorityPolicy.elastic(rescaleGapSec));
            case "benefit" -> Optional.of(BenefitPolicy.usual(rescaleGapSec));
            case "benefit-no-stop" ->
                Optional.of(BenefitPolicy.usual(rescaleGapSec).withoutStops());
            default ->
                throw new IllegalArgumentException(
                        "there is no elastic policy '" + policy + "'; expected one of " + String.join(", ", POLICIES));
        };
        return new Elasticity(named, measure, rescaleGapSec, answerMillis);
    }

    /** The name of the policy, as {@link #of} knows it. */
    public String policyName() {
        return policy.map(ElasticPolicy::name).orElse("none");
    }

    /** The time for which a job gets no proposal after it declined one, or did not answer. */
    public long refusedMillis() {
        return Math.max(rescaleGapSec * 1000, answerMillis);
    }
}
