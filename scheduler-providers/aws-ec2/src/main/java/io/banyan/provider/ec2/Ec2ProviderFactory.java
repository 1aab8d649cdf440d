package io.banyan.provider.ec2;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;

/**
 * Makes providers of kind {@code aws-ec2}: the region, and the options of {@link Ec2Settings}. Credentials are found as
 * the SDK finds them: in the environment, in the profile, or from the machine's own role; so each instance can be
 * another AWS user.
 */
public final class Ec2ProviderFactory implements ExternalProviderFactory {
    /** For the service loader. */
    public Ec2ProviderFactory() {}

    @Override
    public String kind() {
        return "aws-ec2";
    }

    @Override
    public void check(String name, Map<String, String> options) {
        var unused = Ec2Settings.of(name, options);
    }

    @Override
    public ExternalProvider create(ProviderContext context, Map<String, String> options) {
        Ec2Settings settings = Ec2Settings.of(context.name(), options);
        try {
            PriceList prices = settings.prices().isPresent()
                    ? PriceList.read(settings.prices().get())
                    : PriceList.EMPTY;
            return new Ec2Provider(context, settings, prices, InstantSource.system());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The price list of the provider '" + context.name() + "' cannot be read: " + e.getMessage(), e);
        }
    }
}
