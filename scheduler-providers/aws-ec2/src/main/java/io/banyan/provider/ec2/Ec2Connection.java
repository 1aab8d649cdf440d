package io.banyan.provider.ec2;

import io.banyan.provider.Price;
import io.banyan.provider.ProviderContext;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;

/**
 * The client of EC2, and the data that is requested once: created and requested at the first use, so that the start of
 * a daemon does not wait. Any thread.
 */
final class Ec2Connection implements AutoCloseable {
    private final ProviderContext context;
    private final Ec2Settings settings;
    private final PriceList prices;
    private @Nullable Ec2Client client;
    private @Nullable Ec2Api api;
    private @Nullable Catalogue catalogue;
    private @Nullable Set<String> before;

    Ec2Connection(ProviderContext context, Ec2Settings settings, PriceList prices) {
        this.context = context;
        this.settings = settings;
        this.prices = prices;
    }

    synchronized Ec2Api api() {
        if (api == null) {
            var builder = Ec2Client.builder()
                    .region(Region.of(settings.region()))
                    .httpClientBuilder(UrlConnectionHttpClient.builder())
                    .overrideConfiguration(override -> override.retryStrategy(Ec2Failures.retries()));
            settings.endpoint().ifPresent(builder::endpointOverride);
            settings.profile()
                    .ifPresent(profile -> builder.credentialsProvider(ProfileCredentialsProvider.create(profile)));
            Ec2Client made = builder.build();
            client = made;
            api = new Ec2Api(made, context, settings);
        }
        return api;
    }

    synchronized Catalogue catalogue() {
        if (catalogue == null) {
            catalogue = Catalogue.of(api().types(), prices);
        }
        return catalogue;
    }

    /** The price of an instance type in the price list. Makes no call of EC2. */
    Optional<Price> price(String type) {
        return prices.of(type);
    }

    /** Whether instances of this request existed at the first look of this process. */
    synchronized boolean isKnownFromBefore(String requestId) {
        if (before == null) {
            before = api().mine(Optional.empty()).stream()
                    .flatMap(instance -> Tags.request(instance).stream())
                    .collect(Collectors.toUnmodifiableSet());
        }
        return before.contains(requestId);
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
    }
}
