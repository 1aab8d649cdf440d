package io.banyan.provider.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.contract.SampleRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmProviderTest {
    private static final ProviderContext CONTEXT = new ProviderContext("pilots", "site-1");

    @TempDir
    Path directory;

    @Test
    void aJobspecBecomesTheOptionsOfOneArrayOfPilots() throws Exception {
        FakeSlurm slurm = slurm().with("account", "physics").with("qos", "long").with("constraint", "ib+big");
        Jobspec jobspec = SampleRequests.jobspec(
                        "[{type: slot, count: 3, label: s, with: [{type: node, count: 1, with: [{type: core, count: 4},"
                                + " {type: memory, count: 16, unit: GB}, {type: gpu, count: 2}]}]}]",
                        "{properties: [fast]}")
                .lasting(1_000);
        provision(slurm, jobspec);
        assertThat(slurm.arguments())
                .contains(
                        "--array=0-2",
                        "--nodes=1",
                        "--exclusive",
                        "--cpus-per-task=4",
                        "--threads-per-core=1",
                        "--mem=16G",
                        "--gres=gpu:2",
                        "--constraint=ib&big&fast",
                        "--partition=batch",
                        "--account=physics",
                        "--qos=long",
                        "--export=NIL",
                        // 1000 s and the margin of 120 s.
                        "--time=19");
        assertThat(slurm.script()).startsWith("#!/bin/sh\n").contains("exec sleep infinity");
    }

    @Test
    void aNodeComesInItsPilotWithWhatSlurmKnowsOfIt() throws Exception {
        ProvisionResult.Provisioned brought = provisioned(slurm(), SampleRequests.nodes("1", 4));
        assertThat(counts(brought)).isEqualTo(Map.of("cluster", 1L, "pilot", 1L, "node", 1L, "core", 8L, "memory", 1L));
        SubgraphVertex node = brought.subgraph().vertices().get(2);
        assertThat(node.path()).isEqualTo("/cluster0/pilot1_0/host-1-0");
        assertThat(node.properties()).containsEntry("slurm-job", "1100").containsKeys("fast", "new");
        assertThat(brought.handles()).containsExactly(new Handle(node.path(), "1_0"));
        assertThat(brought.subgraph().vertices().getLast().size()).isEqualTo(64);
    }

    @Test
    void socketsComeWhereAPilotTellsOfThemAndSeesWhatItWasGiven() throws Exception {
        Path reports = Files.createDirectories(directory.resolve("reports"));
        Files.writeString(reports.resolve("1_0.xml"), topology(4) + "<!-- that is all -->\n");
        Files.writeString(reports.resolve("1_1.xml"), topology(32) + "<!-- that is all -->\n");
        Files.writeString(reports.resolve("1_2.xml"), "<!-- that is all -->\n");
        FakeSlurm slurm = slurm().with("report", reports.toString());
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            var brought = (ProvisionResult.Provisioned)
                    provider.provision(SampleRequests.request("a", SampleRequests.nodes("3", 1)))
                            .toCompletableFuture()
                            .get();
            assertThat(counts(brought))
                    .containsEntry("socket", 2L)
                    .containsEntry("core", 24L)
                    .containsEntry("node", 3L);
            provider.release("a", brought.handles()).toCompletableFuture().get();
            assertThat(reports).isEmptyDirectory();
        }
    }

    @Test
    void ofARangeAsManyComeAsRunAndTheOthersAreCancelled() throws Exception {
        FakeSlurm slurm = slurm();
        slurm.inject("sbatch half");
        ProvisionResult.Provisioned brought =
                provisioned(slurm, SampleRequests.nodes("{min: 1, max: 4, operator: '+', operand: 1}", 1));
        assertThat(brought.handles()).extracting(Handle::value).containsExactly("1_0");
        assertThat(slurm.running()).containsExactly("1_0");
    }

    @Test
    void whatDoesNotBeginIsANoThatSaysWhyAndIsCancelled() throws Exception {
        FakeSlurm slurm = slurm();
        slurm.inject("sbatch pending");
        assertThat(provision(slurm, SampleRequests.nodes("2", 1)))
                .isInstanceOfSatisfying(
                        ProvisionResult.Refused.class,
                        no -> assertThat(no.reason())
                                .contains("of the 2 required nodes", "1_0 is PENDING", "Resources"));
        assertThat(slurm.running()).isEmpty();
    }

    @Test
    void whatSlurmRefusesIsToldInItsWords() throws Exception {
        FakeSlurm slurm = slurm();
        assertThat(provision(slurm, SampleRequests.nodes("1", 65)))
                .isEqualTo(new ProvisionResult.Refused("Slurm refuses: Requested node configuration is not available"));
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            assertThat(provider.estimate(SampleRequests.nodes("1", 65))
                            .toCompletableFuture()
                            .get())
                    .isEqualTo(new Estimate.Impossible("Slurm refuses: Requested node configuration is not available"));
        }
    }

    /** The message of sbatch is the same for a drained node and for a node that the partition does not have. */
    @Test
    void whatIsAwayIsNotNowAndMoreThanThePartitionHasIsNever() throws Exception {
        FakeSlurm slurm = slurm();
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            slurm.partition("other|up|down|9\nbatch|up|idle|2\nbatch|up|drained*|1\n");
            assertThat(estimate(provider, SampleRequests.nodes("1", 65)))
                    .isEqualTo(new Estimate.NotNow("Slurm refuses: Requested node configuration is not available;"
                            + " 1 of its 3 nodes are down, drained or reserved"));
            assertThat(estimate(provider, SampleRequests.nodes("3", 1))).hasToString("3 x a node of partition batch");
            assertThat(estimate(provider, SampleRequests.nodes("{min: 1, max: 9, operator: '+', operand: 1}", 1)))
                    .hasToString("3 x a node of partition batch");
            assertThat(estimate(provider, SampleRequests.nodes("4", 1)))
                    .isEqualTo(new Estimate.Impossible("partition batch has 3 nodes, but 4 are requested"));
            slurm.partition("batch|down|idle|2\n");
            assertThat(estimate(provider, SampleRequests.nodes("1", 65)))
                    .isInstanceOfSatisfying(
                            Estimate.NotNow.class, no -> assertThat(no.reason()).endsWith("the partition is not up"));
        }
        assertThat(Partition.parse("a|up|idle|1\nb*|up|mixed-|2\n", Optional.empty()))
                .contains(new Partition(2, 0, true));
        assertThatThrownBy(() -> Partition.parse("PARTITION AVAIL", Optional.empty()))
                .isInstanceOf(IOException.class);
    }

    private static Estimate estimate(ExternalProvider provider, Jobspec jobspec) throws Exception {
        return provider.estimate(jobspec).toCompletableFuture().get();
    }

    @Test
    void aPilotIsForJobsUntilSomeTimeBeforeItsEnd() throws Exception {
        FakeSlurm slurm = slurm().with("margin", "600");
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            provider.provision(SampleRequests.request("a", SampleRequests.nodes("1", 1)))
                    .toCompletableFuture()
                    .get();
            var inventory = (Inventory.Listed)
                    provider.inventory().toCompletableFuture().get();
            Instant until = inventory.holdings().getFirst().until().orElseThrow();
            // The fake has pilots with an hour left.
            assertThat(Duration.between(Instant.now(), until))
                    .isBetween(Duration.ofMinutes(45), Duration.ofMinutes(50));
            assertThat(inventory.holdings().getFirst().user()).isEqualTo("alice");
        }
    }

    @Test
    void whereItReservesAsManyPilotsAreSubmittedAsNodesAreIdle() throws Exception {
        FakeSlurm slurm = slurm().with("reserve", "yes");
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            Jobspec some = SampleRequests.nodes("{min: 1, max: 8, operator: '+', operand: 1}", 1);
            var brought = (ProvisionResult.Provisioned) provider.provision(SampleRequests.request("a", some))
                    .toCompletableFuture()
                    .get();
            assertThat(brought.handles()).hasSize(3);
            assertThat(slurm.arguments())
                    .contains("--array=0-2")
                    .anyMatch(it -> it.startsWith("--reservation=banyan_"));
            assertThat(slurm.running()).hasSize(4);
            provider.release("a", brought.handles().subList(0, 2))
                    .toCompletableFuture()
                    .get();
            assertThat(slurm.running()).hasSize(2);
            provider.release("a", brought.handles().subList(2, 3))
                    .toCompletableFuture()
                    .get();
            assertThat(slurm.running()).isEmpty();
            assertThat(provider.provision(SampleRequests.request("b", SampleRequests.nodes("4", 1)))
                            .toCompletableFuture()
                            .get())
                    .isEqualTo(new ProvisionResult.Refused("Slurm does not have 4 suitable idle nodes to reserve"));
            assertThat(slurm.running()).isEmpty();
        }
    }

    @Test
    void whatSlurmDoesNotTakeBackIsNotTakenForGone() throws Exception {
        FakeSlurm slurm = slurm();
        List<Handle> handles = provisioned(slurm, SampleRequests.nodes("1", 1)).handles();
        slurm.inject("scancel fails");
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            assertThatThrownBy(() ->
                            provider.release("a", handles).toCompletableFuture().get())
                    .hasMessageContaining("scancel failed with status 1: Kill job error");
            assertThat(slurm.running()).containsExactly("1_0");
            provider.release("a", handles).toCompletableFuture().get();
            assertThat(slurm.running()).isEmpty();
        }
    }

    @Test
    void aSlurmThatIsAwayMakesAFailureAndNotANo() throws Exception {
        FakeSlurm slurm = slurm().with("conf", "/dev/null").with("commands", directory.toString());
        assertThat(provision(slurm, SampleRequests.nodes("1", 1))).isInstanceOf(ProvisionResult.Failed.class);
    }

    @Test
    void aHandleOfSomebodyElsesJobEndsNothing() throws Exception {
        FakeSlurm slurm = slurm();
        provisioned(slurm, SampleRequests.nodes("1", 1));
        try (ExternalProvider stranger = slurm.provider(new ProviderContext("pilots", "site-2"))) {
            stranger.release("a", List.of(new Handle("", "1_0")))
                    .toCompletableFuture()
                    .get();
        }
        assertThat(slurm.running()).containsExactly("1_0");
    }

    @Test
    void optionsThatMakeNoSenseAreNamed() {
        assertThatThrownBy(() -> SlurmSettings.of("pilots", Map.of())).hasMessageContaining("slurm=default");
        Map.of("account", "--uid=0", "report", "/tmp/%j", "time", "soon", "reserve", "maybe", "speed", "9")
                .forEach((key, value) -> assertThatThrownBy(
                                () -> SlurmSettings.of("pilots", Map.of("path", "batch", key, value)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("'" + key + "'"));
        Map.of("wait", "0", "gather", "601", "settling", "99", "timeout", "3601", "margin", "86401")
                .forEach((key, value) -> assertThatThrownBy(
                                () -> SlurmSettings.of("pilots", Map.of("path", "batch", key, value)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(
                                "The option '" + key + "' of the provider 'pilots' must be a whole number"));
        assertThat(SlurmSettings.of("pilots", Map.of("path", "batch", "wait", "4"))
                        .gather())
                .hasSeconds(4);
        assertThatThrownBy(() -> SlurmSettings.of(
                        "pilots", Map.of("path", "batch", "reserve", "yes", "reservation", "maintenance")))
                .hasMessageContaining("set either 'reservation' or 'reserve'");
        Map.of("commands", "not a directory", "conf", "not a readable file")
                .forEach((key, message) -> assertThatThrownBy(() -> new SlurmProviderFactory()
                                .create(
                                        CONTEXT,
                                        Map.of(
                                                "path",
                                                "batch",
                                                key,
                                                directory.resolve("x").toString())))
                        .hasMessageContaining(message));
    }

    private FakeSlurm slurm() throws Exception {
        return new FakeSlurm(Files.createTempDirectory(directory, "slurm"));
    }

    private static ProvisionResult provision(FakeSlurm slurm, Jobspec jobspec) throws Exception {
        try (ExternalProvider provider = slurm.provider(CONTEXT)) {
            return provider.provision(SampleRequests.request("a", jobspec))
                    .toCompletableFuture()
                    .get();
        }
    }

    private static ProvisionResult.Provisioned provisioned(FakeSlurm slurm, Jobspec jobspec) throws Exception {
        ProvisionResult result = provision(slurm, jobspec);
        assertThat(result).isInstanceOf(ProvisionResult.Provisioned.class);
        return (ProvisionResult.Provisioned) result;
    }

    private static Map<String, Long> counts(ProvisionResult.Provisioned brought) {
        return brought.subgraph().vertices().stream()
                .collect(Collectors.groupingBy(vertex -> vertex.type().name(), Collectors.counting()));
    }

    /** Two packages of so many cores, as lstopo writes them. */
    private static String topology(int coresOfEach) {
        var xml = new StringBuilder(
                "<?xml version=\"1.0\"?><topology version=\"2.0\"><object type=\"Machine\" os_index=\"0\">"
                        + "<info name=\"HostName\" value=\"host-1-0\"/>");
        for (int socket = 0; socket < 2; socket++) {
            xml.append("<object type=\"Package\" os_index=\"").append(socket).append("\">");
            for (int core = 0; core < coresOfEach; core++) {
                xml.append("<object type=\"Core\" os_index=\"").append(core).append("\"/>");
            }
            xml.append("</object>");
        }
        return xml.append("</object></topology>\n").toString();
    }
}
