package io.banyan.jobspec;

import io.banyan.resource.ResourceType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The child instance that a job of the queue starts on its resources before its tasks start: {@code
 * attributes.system.banyan.instance}.
 *
 * @param options of the child's daemon, as those of a spawned instance
 */
public record NestedInstance(Map<String, String> options) {
    /** The most options. */
    private static final int MOST = 100;

    /** Copies the options. */
    public NestedInstance {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * The instance that a jobspec asks for; empty where it asks for none. O(its options).
     *
     * @throws IllegalArgumentException with one sentence, where the attribute is not a mapping of texts
     */
    public static Optional<NestedInstance> of(Jobspec jobspec) {
        @Nullable Object own = jobspec.attributes().system().get(Extensions.KEY);
        @Nullable Object said = own instanceof Map<?, ?> extensions ? extensions.get(Extensions.INSTANCE) : null;
        if (said == null) {
            return Optional.empty();
        }
        if (!(said instanceof Map<?, ?> map) || map.size() > MOST) {
            throw new IllegalArgumentException("'" + Extensions.INSTANCE + "' must be a mapping of at most " + MOST
                    + " options of the instance, found " + said);
        }
        Map<String, String> options = new LinkedHashMap<>();
        map.forEach((key, value) -> options.put(String.valueOf(key), text(key, value)));
        return Optional.of(new NestedInstance(options));
    }

    /**
     * Returns the request of an instance, which schedules on the contents of its nodes: if it requests nodes without
     * naming their contents, each is granted whole, unless the jobspec states otherwise. O(its resources).
     */
    public static Jobspec withContents(Jobspec jobspec) {
        boolean isSaid = jobspec.attributes().extensions().nodeExclusive().isPresent();
        if (isSaid || jobspec.resources().stream().noneMatch(NestedInstance::hasBareNode)) {
            return jobspec;
        }
        Attributes whole = jobspec.attributes().withNodeExclusive(true);
        return new Jobspec(jobspec.version(), jobspec.resources(), jobspec.tasks(), whole);
    }

    private static boolean hasBareNode(Resource resource) {
        return resource.with().isEmpty()
                ? resource.type().equals(ResourceType.NODE)
                : resource.with().stream().anyMatch(NestedInstance::hasBareNode);
    }

    private static String text(Object key, @Nullable Object value) {
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        throw new IllegalArgumentException(
                "the option '" + key + "' of '" + Extensions.INSTANCE + "' must be text, found " + value);
    }

    /** The jobspec of a job that starts this instance. */
    public Jobspec in(Jobspec jobspec) {
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                jobspec.attributes().starting(options));
    }
}
