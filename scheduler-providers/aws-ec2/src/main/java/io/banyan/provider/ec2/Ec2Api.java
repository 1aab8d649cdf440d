package io.banyan.provider.ec2;

import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.CreateFleetRequest;
import software.amazon.awssdk.services.ec2.model.CreateFleetResponse;
import software.amazon.awssdk.services.ec2.model.DefaultTargetCapacityType;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypesRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.FleetLaunchTemplateConfigRequest;
import software.amazon.awssdk.services.ec2.model.FleetLaunchTemplateOverridesRequest;
import software.amazon.awssdk.services.ec2.model.FleetLaunchTemplateSpecificationRequest;
import software.amazon.awssdk.services.ec2.model.FleetOnDemandAllocationStrategy;
import software.amazon.awssdk.services.ec2.model.FleetType;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceType;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateSpecification;
import software.amazon.awssdk.services.ec2.model.MarketType;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.ec2.model.SpotAllocationStrategy;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.ec2.model.TerminateInstancesRequest;

/**
 * The calls of EC2 that the provider makes, each of which blocks. The SDK repeats throttled and broken calls, with
 * growing pauses; a launch is repeated under the same client token, so that it happens once.
 */
final class Ec2Api {
    /** Maximal number of overrides in an instant Fleet, a limit of AWS. */
    static final int MOST_OVERRIDES = 300;

    private static final int LARGEST_PAGE = 100;
    private static final int MOST_AT_ONCE = 100;
    private static final String NOT_FOUND = "InvalidInstanceID.NotFound";

    private final Ec2Client client;
    private final ProviderContext context;
    private final Ec2Settings settings;

    Ec2Api(Ec2Client client, ProviderContext context, Ec2Settings settings) {
        this.client = client;
        this.context = context;
        this.settings = settings;
    }

    /** The types of the region, or those of them that the settings name. One call for each hundred. */
    List<InstanceTypeInfo> types() {
        if (settings.types().isEmpty()) {
            return client
                    .describeInstanceTypesPaginator(DescribeInstanceTypesRequest.builder()
                            .maxResults(LARGEST_PAGE)
                            .build())
                    .instanceTypes()
                    .stream()
                    .toList();
        }
        List<InstanceTypeInfo> found = new ArrayList<>();
        for (List<String> names : batches(settings.types())) {
            found.addAll(client.describeInstanceTypes(DescribeInstanceTypesRequest.builder()
                            .instanceTypesWithStrings(names)
                            .build())
                    .instanceTypes());
        }
        return found;
    }

    /** Launches up to so many of an offer. */
    List<Instance> run(ProvisionRequest request, Offer offer, int count, String token) {
        var builder = RunInstancesRequest.builder()
                .instanceType(InstanceType.fromValue(offer.kind().name()))
                .minCount(settings.topsUp() ? 1 : count)
                .maxCount(count)
                .clientToken(token)
                .tagSpecifications(tags(request));
        if (InstanceType.fromValue(offer.kind().name()) == InstanceType.UNKNOWN_TO_SDK_VERSION) {
            builder.instanceType(offer.kind().name());
        }
        settings.image().ifPresent(builder::imageId);
        settings.template().ifPresent(it -> builder.launchTemplate(template(it)));
        offer.zone().ifPresent(zone -> {
            builder.placement(placement -> placement.availabilityZone(zone.name()));
            zone.subnet().ifPresent(builder::subnetId);
        });
        if (offer.market() == Market.SPOT) {
            builder.instanceMarketOptions(market -> market.marketType(MarketType.SPOT));
        }
        return client.runInstances(builder.build()).instances();
    }

    private static LaunchTemplateSpecification template(String name) {
        return name.startsWith("lt-")
                ? LaunchTemplateSpecification.builder().launchTemplateId(name).build()
                : LaunchTemplateSpecification.builder().launchTemplateName(name).build();
    }

    /**
     * Asks for a Fleet that is there at once.
     *
     * @param offers of one market, at most {@link #MOST_OVERRIDES}, each with the weight of one instance
     */
    CreateFleetResponse fleet(ProvisionRequest request, List<OfferChoice.Lot> offers, int units, String token) {
        Market market = offers.getFirst().offer().market();
        String template = settings.template().orElseThrow();
        var specification = FleetLaunchTemplateSpecificationRequest.builder().version("$Default");
        if (template.startsWith("lt-")) {
            specification.launchTemplateId(template);
        } else {
            specification.launchTemplateName(template);
        }
        var configuration = FleetLaunchTemplateConfigRequest.builder()
                .launchTemplateSpecification(specification.build())
                .overrides(offers.stream().map(Ec2Api::override).toList())
                .build();
        return client.createFleet(CreateFleetRequest.builder()
                .type(FleetType.INSTANT)
                .clientToken(token)
                .launchTemplateConfigs(configuration)
                .targetCapacitySpecification(target -> target.totalTargetCapacity(units)
                        .defaultTargetCapacityType(
                                market == Market.SPOT
                                        ? DefaultTargetCapacityType.SPOT
                                        : DefaultTargetCapacityType.ON_DEMAND))
                .spotOptions(spot -> spot.allocationStrategy(SpotAllocationStrategy.PRICE_CAPACITY_OPTIMIZED))
                .onDemandOptions(it -> it.allocationStrategy(FleetOnDemandAllocationStrategy.LOWEST_PRICE))
                .tagSpecifications(tags(request))
                .build());
    }

    private static FleetLaunchTemplateOverridesRequest override(OfferChoice.Lot lot) {
        var builder = FleetLaunchTemplateOverridesRequest.builder()
                .instanceType(lot.offer().kind().name());
        if (lot.perNode() > 1) {
            builder.weightedCapacity((double) lot.perNode());
        }
        lot.offer().zone().ifPresent(zone -> {
            builder.availabilityZone(zone.name());
            zone.subnet().ifPresent(builder::subnetId);
        });
        return builder.build();
    }

    private TagSpecification tags(ProvisionRequest request) {
        return TagSpecification.builder()
                .resourceType(ResourceType.INSTANCE)
                .tags(Tags.of(context, request).entrySet().stream()
                        .map(tag -> Tag.builder()
                                .key(tag.getKey())
                                .value(tag.getValue())
                                .build())
                        .toList())
                .build();
    }

    /** These instances, as they are now. */
    List<Instance> look(Collection<String> ids) {
        List<Instance> found = new ArrayList<>();
        for (List<String> batch : batches(ids)) {
            // By filter and not by id: one that is not to be seen yet would be an error.
            found.addAll(look(List.of(filter("instance-id", batch))));
        }
        return found;
    }

    /** Returns all instances of this provider, for one request or for all. */
    List<Instance> mine(Optional<String> requestId) {
        List<Filter> filters = new ArrayList<>();
        Tags.of(context).forEach((key, value) -> filters.add(filter("tag:" + key, List.of(value))));
        requestId.ifPresent(id -> filters.add(filter("tag:" + Tags.REQUEST, List.of(Tags.first(id)))));
        filters.add(filter("instance-state-name", List.of("pending", "running", "stopping", "stopped")));
        return look(filters).stream()
                .filter(instance -> requestId.isEmpty() || requestId.equals(Tags.request(instance)))
                .toList();
    }

    private List<Instance> look(List<Filter> filters) {
        return client
                .describeInstancesPaginator(
                        DescribeInstancesRequest.builder().filters(filters).build())
                .reservations()
                .stream()
                .flatMap(reservation -> reservation.instances().stream())
                .toList();
    }

    private static Filter filter(String name, Collection<String> values) {
        return Filter.builder().name(name).values(values).build();
    }

    /** Ends instances; those that EC2 does not know are gone already. */
    void terminate(Collection<String> ids) {
        for (List<String> batch : batches(ids)) {
            try {
                terminateAll(batch);
            } catch (Ec2Exception e) {
                if (!isNotFound(e)) {
                    throw e;
                }
                // One unknown id makes the call fail for all of them.
                batch.forEach(this::terminateKnown);
            }
        }
    }

    private void terminateKnown(String id) {
        try {
            terminateAll(List.of(id));
        } catch (Ec2Exception e) {
            if (!isNotFound(e)) {
                throw e;
            }
        }
    }

    private void terminateAll(List<String> ids) {
        var unused = client.terminateInstances(
                TerminateInstancesRequest.builder().instanceIds(ids).build());
    }

    private static boolean isNotFound(Ec2Exception e) {
        return e.awsErrorDetails() != null
                && NOT_FOUND.equals(e.awsErrorDetails().errorCode());
    }

    private static List<List<String>> batches(Collection<String> all) {
        List<String> ids = List.copyOf(all);
        List<List<String>> batches = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += MOST_AT_ONCE) {
            batches.add(ids.subList(from, Math.min(ids.size(), from + MOST_AT_ONCE)));
        }
        return batches;
    }
}
