package io.banyan.provider.ec2;

import io.banyan.provider.ProviderOptions;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.model.InstanceType;

/**
 * The names that EC2 has for regions, zones and types, as far as the SDK knows them: a wrong name is reported when a
 * daemon starts, and not at the first purchase. At another endpoint there may be others.
 */
final class Ec2Names {
    private static final String REGION = "[a-z0-9-]+";
    private static final String TYPE = "[a-z0-9-]+\\.[a-z0-9-]+";

    private final String provider;
    private final boolean areKnown;

    /** Reads the names from the options of a provider. */
    Ec2Names(ProviderOptions options, String endpoint) {
        this.provider = options.name();
        this.areKnown = options.text(endpoint).isEmpty();
    }

    String region(String name) {
        if (name.matches(REGION) && (!areKnown || isRegion(name))) {
            return name;
        }
        String known = Region.regions().stream()
                .filter(region -> !region.isGlobalRegion())
                .map(Region::id)
                .sorted()
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException("The provider '" + provider + "' is configured with the region '" + name
                + "', which does not exist in EC2. The regions are " + known
                + ".\nMaybe: for a new region, set its endpoint=https://... as well.");
    }

    private static boolean isRegion(String name) {
        return Region.regions().stream().anyMatch(region -> region.id().equals(name) && !region.isGlobalRegion());
    }

    /** Zones of a region, each once. */
    List<Zone> zones(List<String> words, String region) {
        List<Zone> zones = words.stream().map(Zone::parse).toList();
        for (Zone zone : zones) {
            if (!zone.name().startsWith(region) || zone.name().equals(region)) {
                throw new IllegalArgumentException("The provider '" + provider + "' is configured with the zone '"
                        + zone.name() + "', which is not in the region " + region + ".");
            }
            if (zones.stream().filter(it -> it.name().equals(zone.name())).count() > 1) {
                throw new IllegalArgumentException("The provider '" + provider + "' is configured with the zone '"
                        + zone.name() + "' twice; specify a zone only once, with one subnet.");
            }
        }
        return zones;
    }

    List<String> types(List<String> names) {
        for (String name : names) {
            boolean isType = name.matches(TYPE)
                    && (!areKnown || InstanceType.fromValue(name) != InstanceType.UNKNOWN_TO_SDK_VERSION);
            if (!isType) {
                throw new IllegalArgumentException(
                        "The provider '" + provider + "' is configured with the type '" + name
                                + "', which does not exist in EC2" + ofItsFamily(name)
                                + ".\nMaybe: for a new type, set the endpoint=https://... of the region as well.");
            }
        }
        return names;
    }

    private static String ofItsFamily(String name) {
        String family = name.split("\\.", 2)[0] + ".";
        List<String> like = InstanceType.knownValues().stream()
                .map(InstanceType::toString)
                .filter(it -> it.startsWith(family))
                .sorted()
                .toList();
        return like.isEmpty() ? "" : "; similar types are " + String.join(", ", like);
    }
}
