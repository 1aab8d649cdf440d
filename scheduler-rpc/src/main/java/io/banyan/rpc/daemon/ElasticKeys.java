package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.instance.config.Elasticity;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import java.time.Duration;
import java.util.List;

/** The keys of a daemon's configuration that concern the rescale of malleable jobs. */
final class ElasticKeys {
    private static final Duration LONGEST = Duration.ofDays(1);

    static final Key<String> POLICY = Key.of(
                    "elastic.policy",
                    text("POLICY", ElasticKeys::policy),
                    "none",
                    "Policy that rescales malleable jobs: elastic (by priority; running jobs of lower priority make room for waiting jobs), benefit (the greatest total benefit if all of them state their speed, otherwise as elastic; it also stops jobs with a checkpoint for more urgent ones), benefit-no-stop (benefit, but no job is stopped) or none (jobs are rescaled only on request).")
            .option("--elastic-policy")
            .sample("elastic");

    static final Key<Duration> RESCALE_GAP = Key.of(
                    "elastic.rescale-gap",
                    duration(Duration.ZERO, LONGEST),
                    Duration.ofSeconds(Elasticity.NONE.rescaleGapSec()),
                    "Minimum time from the start or a rescale of a malleable job to its next rescale.")
            .sample("5m");

    static final Key<Duration> ANSWER = Key.of(
                    "elastic.answer",
                    duration(Duration.ofMillis(1), LONGEST),
                    Duration.ofMillis(Elasticity.NONE.answerMillis()),
                    "Time within which a malleable job must answer a proposal; no answer counts as a no.")
            .sample("10s");

    static final Key<ResourceType> RESOURCE = Key.of(
                    "elastic.resource",
                    text("TYPE", ResourceType::new),
                    Elasticity.NONE.measure(),
                    "Resource type that elastic.policy counts.")
            .sample("gpu");

    static final List<Key<?>> ALL = List.of(POLICY, RESCALE_GAP, ANSWER, RESOURCE);

    private ElasticKeys() {}

    private static String policy(String name) {
        Elasticity.of(name, Elasticity.NONE.measure(), 0, 1);
        return name;
    }

    /** The elasticity that the settings describe. */
    static Elasticity elasticity(Settings settings) {
        return Elasticity.of(
                settings.get(POLICY),
                settings.get(RESOURCE),
                settings.get(RESCALE_GAP).toSeconds(),
                settings.get(ANSWER).toMillis());
    }
}
