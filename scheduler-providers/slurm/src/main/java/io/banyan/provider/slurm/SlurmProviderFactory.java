package io.banyan.provider.slurm;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import java.time.InstantSource;
import java.util.Map;

/**
 * Makes providers of kind {@code slurm}: the partition, and the options of {@link SlurmSettings}. Jobs are submitted as
 * the user that the daemon is.
 */
public final class SlurmProviderFactory implements ExternalProviderFactory {
    /** For the service loader. */
    public SlurmProviderFactory() {}

    @Override
    public String kind() {
        return "slurm";
    }

    @Override
    public void check(String name, Map<String, String> options) {
        var unused = SlurmSettings.of(name, options);
    }

    @Override
    public ExternalProvider create(ProviderContext context, Map<String, String> options) {
        SlurmSettings settings = SlurmSettings.of(context.name(), options);
        settings.requireFiles(context.name());
        return new SlurmProvider(context, settings, InstantSource.system());
    }
}
