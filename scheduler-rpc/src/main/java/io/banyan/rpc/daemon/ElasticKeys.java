package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.instance.config.Elasticity;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import java.time.Duration;
import java.util.List;

/** The keys of a daemon's configuration that say how its malleable jobs are rescaled. */
final class ElasticKeys {
    private static final Duration LONGEST = Duration.ofDays(1);

    static final Key<String> POLICY = Key.of(
                    "elastic.policy",
                    text("POLICY", ElasticKeys::policy),
                    "none",
                    "Who of the malleable jobs gives something up for others, and who gets what is free: elastic (by priority; "
                            + "jobs of lower priority make room for those that wait), benefit (where all of them say how fast "
                            + "they work, whatever brings most; else the same; it also stops jobs with a checkpoint for more urgent ones), "
                            + "benefit-no-stop (benefit, and nobody is stopped) or none (they are rescaled only when somebody asks for it).")
            .option("--elastic-policy")
            .sample("elastic");

    static final Key<Duration> RESCALE_GAP = Key.of(
                    "elastic.rescale-gap",
                    duration(Duration.ZERO, LONGEST),
                    Duration.ofSeconds(Elasticity.NONE.rescaleGapSec()),
                    "For how long a malleable job is left alone after it started or was rescaled.")
            .sample("5m");

    static final Key<Duration> ANSWER = Key.of(
                    "elastic.answer",
                    duration(Duration.ofMillis(1), LONGEST),
                    Duration.ofMillis(Elasticity.NONE.answerMillis()),
                    "How long a malleable job may take to say whether it runs with another number of slots; after that it is taken for "
                            + "a no.")
            .sample("10s");

    static final Key<ResourceType> RESOURCE = Key.of(
                    "elastic.resource",
                    text("TYPE", ResourceType::new),
                    Elasticity.NONE.measure(),
                    "The resource type that elastic.policy counts.")
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
