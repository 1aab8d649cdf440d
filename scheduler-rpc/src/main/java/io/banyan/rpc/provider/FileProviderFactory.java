package io.banyan.rpc.provider;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.GraphFiles;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProviderOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Makes providers of kind {@code file}: {@code path} of a pool as JGF or GRUG, {@code delay} of each answer in
 * milliseconds, {@code capacity} in nodes that may be out at the same time.
 */
public final class FileProviderFactory implements ExternalProviderFactory {
    private static final long MAX_DELAY_MILLIS = 3_600_000;

    /** For the service loader. */
    public FileProviderFactory() {}

    @Override
    public String kind() {
        return "file";
    }

    @Override
    public void check(String name, Map<String, String> values) {
        Pool.of(name, values);
    }

    @Override
    public ExternalProvider create(ProviderContext context, Map<String, String> values) {
        String name = context.name();
        Pool pool = Pool.of(name, values);
        try {
            return new FileProvider(
                    name, GraphFiles.load(pool.path()), pool.delay(), pool.capacity(), new LeaseNotes(context.notes()));
        } catch (GraphException e) {
            throw new IllegalArgumentException("The pool of the provider '" + name + "': " + e.getMessage(), e);
        }
    }

    /** The settings of a pool, read from the options. */
    private record Pool(Path path, Duration delay, int capacity) {
        static Pool of(String name, Map<String, String> values) {
            var options =
                    new ProviderOptions(name, values).requireOnly(List.of(ProviderOptions.MAIN, "delay", "capacity"));
            return new Pool(options.path(), Duration.ofMillis(options.number("delay", 0, MAX_DELAY_MILLIS)), (int)
                    options.number("capacity", Integer.MAX_VALUE, Integer.MAX_VALUE));
        }
    }
}
