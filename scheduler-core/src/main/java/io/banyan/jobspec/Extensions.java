package io.banyan.jobspec;

import io.banyan.document.Nearest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a jobspec for Banyan beyond Flux's: its {@code attributes.system.banyan}.
 *
 * @param used the used extensions of the request's form
 * @param policy its match policy, instead of the instance's
 * @param nodeExclusive whether every used node is granted whole, instead of the policy's rule
 * @param onLost the treatment of the job when it loses resources, instead of the instance's default
 * @param near for a grow, the name or the path of the node of the job near which nodes are chosen
 * @param elsewhere for such a grow, whether the parent and providers are asked where no node is free here
 * @param profile the numbers of nodes over the time of the job, for a match policy that books them
 */
public record Extensions(
        Set<Extension> used,
        Optional<String> policy,
        Optional<Boolean> nodeExclusive,
        Optional<OnLost> onLost,
        Optional<String> near,
        boolean elsewhere,
        Optional<NodeProfile> profile) {
    /** The key among the system attributes. */
    public static final String KEY = "banyan";

    static final String POLICY = "policy";
    static final String USED = "extensions";
    /** Read where a job is submitted ({@link Conditions}). */
    public static final String DEADLINE = "deadline";

    /** The key of the name of the advance reservation in which the job is to run, read there too. */
    public static final String RESERVATION = "reservation";

    /** The key that states whether the job may be stopped for a more urgent one. */
    public static final String PREEMPTIBLE = "preemptible";

    /** The key of the times of a checkpoint. */
    public static final String CHECKPOINT = "checkpoint";

    /** The key of a child instance that starts in the job before its tasks ({@link NestedInstance}). */
    public static final String INSTANCE = "instance";

    /** The key of the latest end of a job with a deadline: {@code booking} or {@code deadline}. */
    public static final String END = "end";

    /** The end of a job that ends after its duration. */
    static final String BOOKING = "booking";

    /** The key of the node near which a grow chooses nodes. */
    public static final String NEAR = "near";

    /** The key that states whether such a grow may bring nodes from elsewhere. */
    public static final String ELSEWHERE = "elsewhere";

    /** The key of the numbers of nodes over the time of the job ({@link NodeProfile}). */
    public static final String PROFILE = "profile";

    static final String NODE_EXCLUSIVE = "node-exclusive";
    private static final String ON_LOST = "on-lost";
    private static final List<String> KEYS = List.of(
            USED,
            POLICY,
            NODE_EXCLUSIVE,
            ON_LOST,
            DEADLINE,
            RESERVATION,
            PREEMPTIBLE,
            CHECKPOINT,
            INSTANCE,
            END,
            NEAR,
            ELSEWHERE,
            PROFILE);
    private static final Extensions NONE = new Extensions(
            Set.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty());

    /** Copies the set. */
    public Extensions {
        used = Collections.unmodifiableSet(used.isEmpty() ? EnumSet.noneOf(Extension.class) : EnumSet.copyOf(used));
    }

    /** Whether it uses this one. */
    public boolean uses(Extension extension) {
        return used.contains(extension);
    }

    /**
     * Reads them from the system attributes.
     *
     * @throws IllegalArgumentException where something is said there that is not known
     */
    static Extensions of(Map<String, ? extends @Nullable Object> system) {
        if (!system.containsKey(KEY)) {
            return NONE;
        }
        if (!(system.get(KEY) instanceof Map<?, ?> said)) {
            throw new IllegalArgumentException(
                    "'" + KEY + "' must be a mapping of " + String.join(", ", KEYS) + ", found " + system.get(KEY));
        }
        for (Object key : said.keySet()) {
            String word = String.valueOf(key);
            if (!KEYS.contains(word)) {
                throw new IllegalArgumentException("unknown key '" + word + "' in '" + KEY + "', expected one of "
                        + String.join(", ", KEYS)
                        + Nearest.of(word, KEYS)
                                .map(near -> "\nMaybe '" + near + "' is meant.")
                                .orElse(""));
            }
        }
        return new Extensions(
                used(said.get(USED)),
                text(POLICY, said.get(POLICY), "match policy"),
                flag(NODE_EXCLUSIVE, said.get(NODE_EXCLUSIVE)),
                Optional.ofNullable(said.get(ON_LOST)).map(it -> OnLost.of(String.valueOf(it))),
                text(NEAR, said.get(NEAR), "node"),
                flag(ELSEWHERE, said.get(ELSEWHERE)).orElse(false),
                NodeProfile.of(said.get(PROFILE)));
    }

    private static Set<Extension> used(@Nullable Object said) {
        Set<Extension> used = EnumSet.noneOf(Extension.class);
        if (said == null) {
            return used;
        }
        if (!(said instanceof List<?> names)) {
            throw new IllegalArgumentException("'" + USED + "' must be a list of names, found " + said);
        }
        names.forEach(name -> used.add(Extension.of(String.valueOf(name))));
        return used;
    }

    private static Optional<String> text(String key, @Nullable Object said, String what) {
        if (said != null && !(said instanceof String)) {
            throw new IllegalArgumentException("'" + key + "' must be the name of a " + what + ", found " + said);
        }
        return Optional.ofNullable((String) said);
    }

    private static Optional<Boolean> flag(String key, @Nullable Object said) {
        if (said != null && !(said instanceof Boolean)) {
            throw new IllegalArgumentException("'" + key + "' must be true or false, found " + said);
        }
        return Optional.ofNullable((Boolean) said);
    }
}
