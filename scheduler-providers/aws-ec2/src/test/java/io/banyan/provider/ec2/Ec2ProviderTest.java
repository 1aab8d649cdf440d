package io.banyan.provider.ec2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fake.ec2.Ec2Fault;
import io.banyan.fake.ec2.FakeInstance;
import io.banyan.fake.ec2.FakeType;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.contract.SampleRequests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Tests of EC2's own behaviour; the contract tests what every provider does. */
class Ec2ProviderTest {
    private static final String ZONES = "zones=us-east-1a+us-east-1b+us-east-1c";

    @Test
    void eachProfileIsAnotherUser(@TempDir Path directory) throws Exception {
        Path credentials = Files.writeString(directory.resolve("credentials"), """
                [physics]
                aws_access_key_id = AKIAPHYSICS
                aws_secret_access_key = secret1
                [biology]
                aws_access_key_id = AKIABIOLOGY
                aws_secret_access_key = secret2
                """);
        System.setProperty("aws.sharedCredentialsFile", credentials.toString());
        for (String profile : List.of("physics", "biology")) {
            try (var outside = new FakeOutside(FakeType.ofThePaper(), "RunInstances", "profile=" + profile);
                    Ec2Provider provider = outside.provider()) {
                provider.inventory().toCompletableFuture().get();
                assertThat(outside.ec2().callers()).containsExactly("AKIA" + profile.toUpperCase(Locale.ROOT));
            }
        }
    }

    @Test
    void eachOfThePapersTypesBecomesASubgraphOfThePapersSize() throws Exception {
        Map<String, Integer> sizes = Map.of(
                "t2.micro",
                6,
                "t2.small",
                8,
                "t2.medium",
                14,
                "t2.large",
                22,
                "t2.xlarge",
                42,
                "t2.2xlarge",
                82,
                "g2.2xlarge",
                42,
                "g3.4xlarge",
                282);
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", "memory-chunk=1", "await=promised");
                ExternalProvider provider = outside.provider()) {
            for (Map.Entry<String, Integer> size : sizes.entrySet()) {
                var brought = provisioned(provider, size.getKey(), typed(size.getKey(), 1));
                // The paper counts the node with all below it and an edge to each; the cluster, the zone and its edge
                // are besides.
                assertThat(brought.subgraph().elements() - 3).as(size.getKey()).isEqualTo(size.getValue());
            }
        }
    }

    @Test
    void aNodeLiesInItsZoneAndSaysWhatItIs() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", ZONES);
                ExternalProvider provider = outside.provider()) {
            SubgraphVertex node =
                    nodes(provisioned(provider, "a", typed("t2.large", 1))).getFirst();
            FakeInstance instance = outside.ec2().instances().getFirst();
            assertThat(node.path()).isEqualTo("/cluster0/us-east-1a/ip-10-0-0-1");
            assertThat(node.properties())
                    .containsEntry("instance-type", "t2.large")
                    .containsEntry("market", "on-demand")
                    .containsEntry("price", "0.036")
                    .containsEntry("instance-id", instance.id())
                    .containsKeys("t2.large", "on-demand", "us-east-1a");
            assertThat(instance.state()).isEqualTo("running");
            assertThat(instance.tags())
                    .containsEntry("banyan:instance", "test")
                    .containsEntry("banyan:request", "a")
                    .containsEntry("banyan:job", "7")
                    .containsEntry("banyan:user", "alice");
        }
    }

    @Test
    void whatHasNoCapacityIsBoughtInTheNextZoneAndThenOfTheNextType() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", ZONES);
                ExternalProvider provider = outside.provider()) {
            outside.ec2().limit("t2.micro", "us-east-1a", 1);
            outside.ec2().limit("t2.micro", "us-east-1b", 1);
            outside.ec2().limit("t2.micro", "us-east-1c", 0);
            provisioned(provider, "a", SampleRequests.nodes("3", 1));
            assertThat(alive(outside))
                    .containsExactlyInAnyOrder("t2.micro us-east-1a", "t2.micro us-east-1b", "t2.small us-east-1a");
        }
    }

    @Test
    void whatWasNotToBeHadIsRememberedForAWhile() throws Exception {
        var now = new AtomicReference<>(Instant.EPOCH);
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", "shortage-memory=60");
                ExternalProvider provider = outside.provider(new ProviderContext("cloud", "test"), () -> now.get())) {
            outside.ec2().fault("RunInstances", Ec2Fault.Refusal.noCapacity());
            provisioned(provider, "a", SampleRequests.nodes("1", 1));
            provisioned(provider, "b", SampleRequests.nodes("1", 1));
            assertThat(launches(outside)).isEqualTo(3);
            assertThat(alive(outside)).allMatch(it -> it.startsWith("t2.small"));
            now.set(Instant.EPOCH.plus(Duration.ofSeconds(61)));
            provisioned(provider, "c", SampleRequests.nodes("1", 1));
            assertThat(alive(outside)).anyMatch(it -> it.startsWith("t2.micro"));
        }
    }

    @Test
    void aLaunchThatCameInPartIsToppedUpOrGivenBackAsIsSaid() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "");
                ExternalProvider provider = outside.provider()) {
            outside.ec2().fault("RunInstances", new Ec2Fault.Fewer(1));
            assertThat(nodes(provisioned(provider, "a", SampleRequests.nodes("3", 1))))
                    .hasSize(3);
            assertThat(outside.running()).hasSize(3);
        }
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", "partial=give-back");
                ExternalProvider provider = outside.provider()) {
            outside.ec2().limit("t2.micro", "*", 2);
            provisioned(provider, "a", SampleRequests.nodes("3", 1));
            // Three of a kind, and not two of one and one of another.
            assertThat(alive(outside)).hasSize(3).allMatch(it -> it.startsWith("t2.small"));
        }
    }

    @Test
    void ofARangeAsManyComeAsThereAreAndLessThanItsLeastNever() throws Exception {
        try (var outside = new FakeOutside(List.of(FakeType.ofThePaper().getFirst()), "");
                ExternalProvider provider = outside.provider()) {
            outside.ec2().limit("t2.micro", "*", 5);
            Jobspec steps = SampleRequests.nodes("{min: 2, max: 8, operator: '*', operand: 2}", 1);
            assertThat(nodes(provisioned(provider, "a", steps))).hasSize(4);
            assertThat(outside.running()).hasSize(4);
            ProvisionResult none = provision(provider, "b", steps);
            assertThat(none).isInstanceOf(ProvisionResult.Refused.class);
            assertThat(none.toString()).contains("t2.micro");
            assertThat(outside.running()).hasSize(4);
        }
    }

    @Test
    void noMoreNodesAreBoughtThanOneRequestBringsAndOfARangeThatManyCome() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", "most-nodes=3");
                ExternalProvider provider = outside.provider()) {
            assertThat(provision(provider, "a", SampleRequests.nodes("4", 1)))
                    .isEqualTo(new ProvisionResult.Refused("one request can add at most 3 nodes, but 4 are requested"));
            assertThat(launches(outside)).isZero();
            assertThat(provider.estimate(SampleRequests.nodes("4", 1))
                            .toCompletableFuture()
                            .get())
                    .isInstanceOf(Estimate.Impossible.class);
            Jobspec range = SampleRequests.nodes("{min: 1, max: 8, operator: '+', operand: 1}", 1);
            assertThat(provider.estimate(range).toCompletableFuture().get()).hasToString("3 x t2.micro, 0.036 USD/h");
            assertThat(nodes(provisioned(provider, "b", range))).hasSize(3);
            assertThat(outside.running()).hasSize(3);
        }
    }

    @Test
    void anInventoryNeedsNoCatalogue() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "");
                ExternalProvider provider = outside.provider()) {
            provisioned(provider, "a", SampleRequests.nodes("1", 1));
            try (ExternalProvider next = outside.provider()) {
                outside.ec2()
                        .fault(
                                "DescribeInstanceTypes",
                                new Ec2Fault.Refusal(403, "UnauthorizedOperation", "You are not authorized."));
                Inventory inventory = next.inventory().toCompletableFuture().get();
                assertThat(((Inventory.Listed) inventory).holdings())
                        .extracting(Inventory.Holding::price)
                        .containsExactly(Optional.of(Price.parse("0.012")));
            }
        }
    }

    @Test
    void zonesThatAreAskedForAreDifferentOnes() throws Exception {
        Jobspec twoZones = SampleRequests.jobspec(
                "[{type: slot, count: 1, label: s, with: [{type: zone, count: 2, with: [{type: node, count: 2, with: [{type: core, count: 1}]}]}]}]");
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", ZONES);
                ExternalProvider provider = outside.provider()) {
            outside.ec2().limit("t2.micro", "us-east-1a", 1);
            outside.ec2().limit("t2.small", "us-east-1a", 0);
            outside.ec2().limit("t2.medium", "us-east-1a", 0);
            outside.ec2().limit("t2.large", "us-east-1a", 0);
            outside.ec2().limit("t2.xlarge", "us-east-1a", 0);
            outside.ec2().limit("t2.2xlarge", "us-east-1a", 0);
            outside.ec2().limit("g2.2xlarge", "us-east-1a", 0);
            outside.ec2().limit("g3.4xlarge", "us-east-1a", 0);
            provisioned(provider, "a", twoZones);
            assertThat(alive(outside))
                    .containsExactlyInAnyOrder(
                            "t2.micro us-east-1b", "t2.micro us-east-1b", "t2.micro us-east-1c", "t2.micro us-east-1c");
        }
    }

    @Test
    void constraintsChooseTypeMarketAndZone() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", ZONES, "markets=spot+on-demand");
                ExternalProvider provider = outside.provider()) {
            provisioned(provider, "any", SampleRequests.nodes("1", 1));
            assertThat(outside.ec2().instances().getLast().market()).isEqualTo("spot");
            String oneNode =
                    "[{type: slot, count: 1, label: s, with: [{type: node, count: 1, with: [{type: core, count: 1}]}]}]";
            provisioned(
                    provider,
                    "picky",
                    SampleRequests.jobspec(
                            oneNode, "{and: [{not: [{properties: [spot]}]}, {properties: [us-east-1c, t2.large]}]}"));
            FakeInstance last = outside.ec2().instances().getLast();
            assertThat(last.market() + " " + last.type() + " " + last.zone())
                    .isEqualTo("on-demand t2.large us-east-1c");
        }
    }

    @Test
    void aSpotInstanceThatIsTakenAwayIsNotInTheInventoryAnyMore() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "", "markets=spot");
                ExternalProvider provider = outside.provider()) {
            var brought = provisioned(provider, "a", SampleRequests.nodes("2", 1));
            outside.ec2().interrupt(brought.handles().getFirst().value());
            Inventory inventory = provider.inventory().toCompletableFuture().get();
            assertThat(inventory)
                    .isEqualTo(new Inventory.Listed(List.of(new Inventory.Holding(
                            "a",
                            brought.handles().getLast().value(),
                            "alice",
                            Optional.of(Price.parse("0.012")),
                            true))));
        }
    }

    @Test
    void oneFleetIsAskedForWhereManyTypesWouldDo() throws Exception {
        try (var outside = new FakeOutside(FakeType.many(), "", "memory-chunk=1");
                ExternalProvider provider = outside.provider()) {
            assertThat(FakeType.many()).hasSizeGreaterThan(300);
            assertThat(nodes(provisioned(provider, "a", SampleRequests.nodes("10", 1))))
                    .hasSize(10);
            assertThat(outside.ec2().calls()).containsOnlyOnce("CreateFleet").doesNotContain("RunInstances");
        }
    }

    @Test
    void whatAFleetCouldNotBringIsBoughtInTheNextMarket() throws Exception {
        try (var outside = new FakeOutside(FakeType.many(), "", "markets=spot+on-demand");
                ExternalProvider provider = outside.provider()) {
            outside.ec2().fault("CreateFleet", new Ec2Fault.Fewer(4));
            assertThat(nodes(provisioned(provider, "a", SampleRequests.nodes("10", 1))))
                    .hasSize(10);
            assertThat(outside.running()).hasSize(10);
            assertThat(Collections.frequency(outside.ec2().calls(), "CreateFleet"))
                    .isEqualTo(2);
        }
    }

    @Test
    void anEstimateNamesTypesAndTheirPrice() throws Exception {
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "");
                ExternalProvider provider = outside.provider()) {
            Estimate estimate = provider.estimate(SampleRequests.nodes("3", 2))
                    .toCompletableFuture()
                    .get();
            assertThat(estimate).hasToString("3 x t2.medium, 0.084 USD/h");
            assertThat(provider.estimate(SampleRequests.jobspec(
                                    "[{type: slot, count: 1, label: s, with: [{type: rack, count: 1}]}]"))
                            .toCompletableFuture()
                            .get())
                    .isInstanceOfSatisfying(
                            Estimate.Impossible.class,
                            no -> assertThat(no.reason()).contains("no rack"));
        }
    }

    @Test
    void anIdOfAnyCharactersComesBackFromTheTags() throws Exception {
        String id = "grow!7/" + "\u00e9 =*".repeat(120);
        try (var outside = new FakeOutside(FakeType.ofThePaper(), "");
                ExternalProvider provider = outside.provider()) {
            provisioned(provider, id, SampleRequests.nodes("1", 1));
            Inventory inventory = provider.inventory().toCompletableFuture().get();
            assertThat(((Inventory.Listed) inventory).holdings())
                    .extracting(Inventory.Holding::requestId)
                    .containsExactly(id);
            assertThat(outside.ec2().instances().getFirst().tags().values()).allMatch(value -> value.length() <= 256);
            provider.release(id, List.of()).toCompletableFuture().get();
            assertThat(outside.running()).isEmpty();
        }
    }

    @Test
    void optionsThatMakeNoSenseAreNamed() {
        Map<String, String> cases = Map.of(
                "zones=nowhere at all", "A zone must have the form",
                "markets=free", "There is no market 'free'",
                "endpoint=here", "must be a URL",
                "mode=best", "'mode'",
                "most-nodes=0", "from 1 to",
                "colour=red", "has no option 'colour'");
        cases.forEach((option, message) -> assertThatThrownBy(() -> Ec2Settings.of("cloud", options(option)))
                .hasMessageContaining(message));
        assertThatThrownBy(() -> Ec2Settings.of("cloud", Map.of("path", "us-east-1")))
                .hasMessageContaining("needs launch-template");
        assertThatThrownBy(
                        () -> Ec2Settings.of("cloud", Map.of("path", "us-east-1", "image", "ami-1", "mode", "fleet")))
                .hasMessageContaining("Fleets");
    }

    @Test
    void namesThatEc2DoesNotHaveAreToldAtTheStart() {
        Map<String, String> cases = Map.of(
                "types=t2.mirco",
                        "the type 't2.mirco', which does not exist in EC2; similar types are t2.2xlarge, t2.large, t2.medium",
                "types=t2.micro+t9.micro", "the type 't9.micro', which does not exist in EC2.",
                "types=t2.micro+", "the type ''",
                "types=t2.micro+t2.micro", "'types' of the provider 'cloud' names 't2.micro' twice",
                "markets=spot+spot", "'markets' of the provider 'cloud' names 'spot' twice",
                "zones=eu-west-1a", "the zone 'eu-west-1a', which is not in the region us-east-1",
                "zones=us-east-1a:subnet-1+us-east-1a:subnet-2", "'us-east-1a' twice",
                "path=us-esat-1",
                        "the region 'us-esat-1', which does not exist in EC2. The regions are af-south-1, ap-",
                "path=aws-global", "the region 'aws-global', which does not exist in EC2");
        cases.forEach((option, message) -> assertThatThrownBy(
                        () -> new Ec2ProviderFactory().check("cloud", options(option)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message));
        // At another endpoint there may be others.
        Map<String, String> newer = new HashMap<>(options("types=t9.micro"));
        newer.put("path", "moon-1");
        newer.put("endpoint", "https://ec2.moon-1.amazonaws.com");
        assertThat(Ec2Settings.of("cloud", newer).types()).containsExactly("t9.micro");
    }

    @Test
    void whereThereAreNoCredentialsOneSentenceSaysSo() {
        var failure = SdkClientException.create("Unable to load credentials from any of the providers in the chain "
                + "AwsCredentialsProviderChain(credentialsProviders=[SystemPropertyCredentialsProvider()]) : []");
        assertThat(Ec2Failures.reason(failure))
                .startsWith("there are no AWS credentials in ")
                .doesNotContain("Provider");
    }

    private static Map<String, String> options(String option) {
        int equals = option.indexOf('=');
        Map<String, String> values = new HashMap<>(Map.of("path", "us-east-1", "image", "ami-1"));
        values.put(option.substring(0, equals), option.substring(equals + 1));
        return values;
    }

    private static Jobspec typed(String type, int count) {
        return SampleRequests.jobspec(
                "[{type: slot, count: " + count + ", label: s, with: [{type: node, count: 1}]}]",
                "{properties: [" + type + "]}");
    }

    private static List<SubgraphVertex> nodes(ProvisionResult.Provisioned brought) {
        return brought.subgraph().vertices().stream()
                .filter(vertex -> vertex.type().name().equals("node"))
                .toList();
    }

    private static long launches(FakeOutside outside) {
        return Collections.frequency(outside.ec2().calls(), "RunInstances");
    }

    /** Type and zone of what runs. */
    private static List<String> alive(FakeOutside outside) {
        Set<String> ids = outside.running();
        return outside.ec2().instances().stream()
                .filter(instance -> ids.contains(instance.id()))
                .map(instance -> instance.type() + " " + instance.zone())
                .collect(Collectors.toList());
    }

    private static ProvisionResult provision(ExternalProvider provider, String id, Jobspec jobspec) throws Exception {
        return provider.provision(SampleRequests.request(id, jobspec))
                .toCompletableFuture()
                .get();
    }

    private static ProvisionResult.Provisioned provisioned(ExternalProvider provider, String id, Jobspec jobspec)
            throws Exception {
        ProvisionResult result = provision(provider, id, jobspec);
        assertThat(result).isInstanceOf(ProvisionResult.Provisioned.class);
        return (ProvisionResult.Provisioned) result;
    }
}
