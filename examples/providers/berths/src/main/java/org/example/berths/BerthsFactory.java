package org.example.berths;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProviderOptions;
import java.util.List;
import java.util.Map;

/**
 * Creates providers of kind {@code berths}. The main option is the directory of the harbour, {@code berths} is the
 * number of berths, and {@code cores} is the number of cores of each.
 */
public final class BerthsFactory implements ExternalProviderFactory {
    private static final int MOST = 10_000;

    @Override
    public String kind() {
        return "berths";
    }

    @Override
    public void check(String name, Map<String, String> options) {
        berths(new ProviderContext(name, "nobody"), options);
    }

    @Override
    public ExternalProvider create(ProviderContext context, Map<String, String> options) {
        return berths(context, options);
    }

    private static Berths berths(ProviderContext context, Map<String, String> values) {
        var options = new ProviderOptions(context.name(), values)
                .requireOnly(List.of(ProviderOptions.MAIN, "berths", "cores"));
        return new Berths(
                context,
                options.path(),
                (int) options.number("berths", 8, 1, MOST),
                (int) options.number("cores", 4, 1, MOST));
    }
}
