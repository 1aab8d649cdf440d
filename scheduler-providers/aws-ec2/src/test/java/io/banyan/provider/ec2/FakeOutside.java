package io.banyan.provider.ec2;

import io.banyan.fake.ec2.FakeEc2;
import io.banyan.fake.ec2.FakeType;
import io.banyan.provider.Price;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.contract.ProviderBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Our endpoint, and the provider that talks to it with the real SDK. */
final class FakeOutside implements ProviderBackend {
    static {
        // The SDK's default chain looks here first.
        System.setProperty("aws.accessKeyId", "test");
        System.setProperty("aws.secretAccessKey", "test");
    }

    private final FakeEc2 ec2;
    private final String launch;
    private final Map<String, String> options;

    FakeOutside(List<FakeType> types, String launch, String... options) {
        try {
            this.ec2 = FakeEc2.start(types);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.launch = launch;
        this.options = new LinkedHashMap<>(Map.of(
                "path",
                "us-east-1",
                "endpoint",
                ec2.endpoint().toString(),
                "launch-template",
                "lt-1",
                "settling",
                "60"));
        for (String option : options) {
            int equals = option.indexOf('=');
            this.options.put(option.substring(0, equals), option.substring(equals + 1));
        }
    }

    FakeEc2 ec2() {
        return ec2;
    }

    Ec2Provider provider() {
        return provider(new ProviderContext("cloud", "test"));
    }

    @Override
    public Ec2Provider provider(ProviderContext context) {
        return provider(context, InstantSource.system());
    }

    Ec2Provider provider(ProviderContext context, InstantSource clock) {
        new Ec2ProviderFactory().check(context.name(), options);
        return new Ec2Provider(context, Ec2Settings.of(context.name(), options), prices(), clock);
    }

    private static PriceList prices() {
        Map<String, Price> prices = new LinkedHashMap<>();
        FakeType.many()
                .forEach(
                        type -> prices.put(type.name(), Price.parse(String.format(Locale.ROOT, "%.6f", type.price()))));
        return new PriceList(prices);
    }

    @Override
    public Set<String> running() {
        return ec2.alive();
    }

    @Override
    public List<Fault> faults() {
        return List.of(
                new Fault("nothing", () -> {}),
                fault(
                        "throttled",
                        io.banyan.fake.ec2.Ec2Fault.Refusal.throttle(),
                        io.banyan.fake.ec2.Ec2Fault.Refusal.throttle()),
                fault("no capacity", io.banyan.fake.ec2.Ec2Fault.Refusal.noCapacity()),
                fault(
                        "not allowed",
                        new io.banyan.fake.ec2.Ec2Fault.Refusal(
                                403, "UnauthorizedOperation", "You are not authorized.")),
                fault(
                        "internal error",
                        new io.banyan.fake.ec2.Ec2Fault.Refusal(
                                500, "InternalError", "An internal error has occurred.")),
                fault("in part", new io.banyan.fake.ec2.Ec2Fault.Fewer(1)),
                fault("late", new io.banyan.fake.ec2.Ec2Fault.Delay(Duration.ofMillis(300))),
                fault("lost answer", new io.banyan.fake.ec2.Ec2Fault.LostAnswer()),
                fault(
                        "cut XML",
                        new io.banyan.fake.ec2.Ec2Fault.Malformed("<RunInstancesResponse><instancesSet><item>")),
                fault("no XML", new io.banyan.fake.ec2.Ec2Fault.Malformed("502 Bad Gateway")),
                new Fault("not seen at once", () -> ec2.hideNew(2)),
                new Fault("sold out", () -> ec2.limit("t2.micro", "*", 0)));
    }

    private Fault fault(String name, io.banyan.fake.ec2.Ec2Fault... faults) {
        return new Fault(name, () -> ec2.fault(launch, faults));
    }

    /** The fake has done what it was asked for when a call ends. */
    @Override
    public void settle() {
        // Nothing happens by itself.
    }

    @Override
    public void close() {
        ec2.close();
    }
}
