package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.RExecution;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The hosts, cores and GPUs of the processes of a job, for what it holds on hosts {@code a}, {@code b}, ... */
class JobLayoutTest {
    private static final String CORE = "{type: core, count: 1}";

    /** The resources that a job holds, as R and as a graph. */
    private static final class Holding {
        private final List<RExecution.Host> hosts = new ArrayList<>();
        private final List<String> vertices = new ArrayList<>();
        private final List<String> edges = new ArrayList<>();
        private boolean hasNodesAlone;
        private final String root = vertex("cluster", 0, -1, false, "", "/c");

        private String vertex(String type, long number, int rank, boolean exclusive, String above, String path) {
            String id = Integer.toString(vertices.size());
            vertices.add(
                    """
                    {"id": "%s", "metadata": {"type": "%s", "id": %d, "name": "%s", "rank": %d, "exclusive": %s, "paths": {"containment": "%s"}}}""".formatted(id, type, number, path.substring(path.lastIndexOf('/') + 1), rank, exclusive, path));
            if (!above.isEmpty()) {
                edges.add("{\"source\": \"%s\", \"target\": \"%s\"}".formatted(above, id));
            }
            return id;
        }

        /** The hosts that follow are the job's alone, with their sockets. */
        Holding alone() {
            hasNodesAlone = true;
            return this;
        }

        /** A host with so many cores and GPUs in each of its sockets. */
        Holding host(int[]... sockets) {
            int rank = hosts.size();
            String name = Character.toString('a' + rank);
            String node = vertex("node", rank, rank, hasNodesAlone, root, "/c/" + name);
            int cores = 0;
            int gpus = 0;
            for (int s = 0; s < sockets.length; s++) {
                String path = "/c/" + name + "/socket" + s;
                String socket = vertex("socket", s, -1, hasNodesAlone, node, path);
                for (int i = 0; i < sockets[s][0]; i++, cores++) {
                    vertex("core", cores, -1, true, socket, path + "/core" + cores);
                }
                for (int i = 0; i < sockets[s][1]; i++, gpus++) {
                    vertex("gpu", gpus, -1, true, socket, path + "/gpu" + gpus);
                }
            }
            addHost(name, cores, gpus);
            return this;
        }

        Holding cores(int cores) {
            return host(new int[] {cores, 0});
        }

        /** A host that the job has whole, of which the graph says no more. */
        Holding whole(int cores) {
            String name = Character.toString('a' + hosts.size());
            vertex("node", hosts.size(), hosts.size(), true, root, "/c/" + name);
            addHost(name, cores, 0);
            return this;
        }

        private void addHost(String name, int cores, int gpus) {
            hosts.add(
                    new RExecution.Host(hosts.size(), name, Map.of("core", upTo(cores), "gpu", upTo(gpus)), Map.of()));
        }

        JobLayout layout(String resources, String count) throws Exception {
            String graph = "{\"graph\": {\"nodes\": [" + String.join(", ", vertices) + "], \"edges\": ["
                    + String.join(", ", edges) + "]}}";
            return JobLayout.of(jobspec(resources, count), hosts, Optional.of(JgfReader.read(graph, "test")));
        }
    }

    private static IdSet upTo(int count) {
        IdSet.Builder ids = IdSet.builder();
        IntStream.range(0, count).forEach(ids::add);
        return ids.build();
    }

    private static Jobspec jobspec(String resources, String count) throws Exception {
        return JobspecReader.read("""
                version: 1
                resources: [%s]
                tasks: [{command: [x], slot: s, count: {%s}}]
                attributes: {system: {duration: 1, banyan: {extensions: [nested-slots]}}}""".formatted(resources, count), "test");
    }

    private static String slots(int count, String... parts) {
        return "{type: slot, label: s, count: " + count + ", with: [" + String.join(", ", parts) + "]}";
    }

    private static String hosts(JobLayout layout) {
        return String.join(
                "", layout.processes().stream().map(rank -> rank.place().host()).toList());
    }

    private static List<String> cores(JobLayout layout) {
        return layout.processes().stream()
                .map(rank -> rank.place().host() + rank.place().cores())
                .toList();
    }

    @Test
    void whatIsBesideSlotsInASlotIsForAllOfThem() throws Exception {
        String shared = "{type: slot, label: o, count: 2, with: [" + slots(2, CORE) + ", {type: gpu, count: 1}]}";
        JobLayout layout =
                new Holding().host(new int[] {2, 1}).host(new int[] {2, 1}).layout(shared, "per_slot: 1");
        assertThat(cores(layout)).containsExactly("a0", "a1", "b0", "b1");
        assertThat(layout.processes()).allMatch(rank -> rank.place().gpus().equals(IdSet.parse("0")));
        assertThat(layout.hasGpus()).isTrue();
    }

    @Test
    void processesRunWhereTheirSlotsAre() throws Exception {
        assertThat(hosts(new Holding().cores(2).cores(8).layout(slots(10, CORE), "per_slot: 1")))
                .isEqualTo("aabbbbbbbb");
        assertThat(hosts(new Holding().cores(5).cores(10).layout(slots(15, CORE), "per_slot: 1")))
                .isEqualTo("aaaaa" + "bbbbbbbbbb");
        assertThat(hosts(new Holding().cores(5).cores(10).cores(10).layout(slots(25, CORE), "per_slot: 2")))
                .isEqualTo("a".repeat(10) + "b".repeat(20) + "c".repeat(20));
    }

    @Test
    void fewerTasksThanSlotsHaveEqualBlocksOfSlots() throws Exception {
        JobLayout layout = new Holding().cores(2).cores(8).layout(slots(10, CORE), "total: 5");
        assertThat(cores(layout)).containsExactly("a0-1", "b0-1", "b2-3", "b4-5", "b6-7");
        assertThat(cores(new Holding().cores(2).cores(8).layout(slots(10, CORE), "total: 1")))
                .containsExactly("a0-1");
    }

    @Test
    void moreTasksThanSlotsShareThem() throws Exception {
        JobLayout layout = new Holding().cores(2).cores(4).layout(slots(3, "{type: core, count: 2}"), "total: 6");
        assertThat(cores(layout)).containsExactly("a0-1", "a0-1", "b0-1", "b0-1", "b2-3", "b2-3");
    }

    @Test
    void eachResourceOfASlotHasItsTasks() throws Exception {
        Holding holding = new Holding().host(new int[] {2, 1}, new int[] {4, 2}).host(new int[] {2, 1});
        String slot = slots(4, "{type: core, count: 2}", "{type: gpu, count: 1}");
        assertThat(hosts(holding.layout(slot, "per_resource: {type: core, count: 1}")))
                .isEqualTo("aaaaaabb");
        JobLayout byGpu = holding.layout(slot, "per_resource: {type: gpu, count: 2}");
        assertThat(hosts(byGpu)).isEqualTo("aaaaaabb");
        assertThat(byGpu.processes().stream()
                        .map(rank -> rank.place().gpus().toString())
                        .toList())
                .containsExactly("0", "0", "1", "1", "2", "2", "0", "0");
        assertThat(hosts(holding.layout(slot, "per_resource: {type: socket, count: 1}")))
                .isEqualTo("aab");
    }

    @Test
    void eachNodeHasOneTaskWithTheCoresOfItsSlots() throws Exception {
        JobLayout layout =
                new Holding().cores(2).cores(8).layout(slots(10, CORE), "per_resource: {type: node, count: 1}");
        assertThat(cores(layout)).containsExactly("a0-1", "b0-7");
    }

    @Test
    void aSlotThatIsAWholeNodeHasAllThatRSays() throws Exception {
        Holding holding = new Holding().whole(4).whole(2);
        assertThat(cores(holding.layout(slots(2, "{type: node, count: 1}"), "per_slot: 1")))
                .containsExactly("a0-3", "b0-1");
        assertThat(hosts(holding.layout(slots(2, "{type: node, count: 1}"), "per_resource: {type: core, count: 1}")))
                .isEqualTo("aaaabb");
    }

    @Test
    void aSlotOfSeveralNodesHasItsTasksOnAllOfThem() throws Exception {
        Holding holding = new Holding().whole(4).whole(4).whole(4).whole(4);
        String slot = slots(2, "{type: node, count: 2}");
        assertThat(hosts(holding.layout(slot, "per_slot: 1"))).isEqualTo("ac");
        assertThat(hosts(holding.layout(slot, "per_slot: 4"))).isEqualTo("aabbccdd");
        assertThat(hosts(holding.layout(slot, "per_resource: {type: node, count: 1}")))
                .isEqualTo("abcd");
    }

    @Test
    void aNodeHasNoMoreSlotsThanTheJobspecGivesIt() throws Exception {
        String resources = "{type: node, count: 2, exclusive: true, with: [" + slots(2, CORE) + "]}";
        Holding holding = new Holding().host(new int[] {4, 0}).host(new int[] {3, 0});
        assertThat(cores(holding.layout(resources, "per_slot: 1"))).containsExactly("a0", "a1", "b0", "b1");
    }

    @Test
    void tasksOfSlotsInSlotsRunThere() throws Exception {
        String worker = slots(3, "{type: core, count: 2}");
        String resources = "{type: slot, label: group, count: 3, with: [" + worker + ", {type: gpu, count: 1}]}";
        Holding holding = new Holding().host(new int[] {6, 1}).host(new int[] {6, 1}, new int[] {6, 1});
        assertThat(hosts(holding.layout(resources, "per_slot: 1"))).isEqualTo("aaabbbbbb");
        String groups = resources.replace("label: s", "label: w").replace("label: group", "label: s");
        assertThat(cores(holding.layout(groups, "per_slot: 1"))).containsExactly("a0-5", "b0-5", "b6-11");
    }

    @Test
    void slotsInTheSocketsOfSlotsOfNodesHaveTheirCores() throws Exception {
        String socket = "{type: socket, count: 2, with: [" + slots(2, "{type: core, count: 2}") + "]}";
        String resources =
                "{type: slot, label: group, count: 2, with: [{type: node, count: 1, with: [" + socket + "]}]}";
        Holding holding =
                new Holding().alone().host(new int[] {4, 0}, new int[] {4, 0}).host(new int[] {4, 0}, new int[] {4, 0});
        assertThat(cores(holding.layout(resources, "per_slot: 1")))
                .containsExactly("a0-1", "a2-3", "a4-5", "a6-7", "b0-1", "b2-3", "b4-5", "b6-7");
        String groups = resources.replace("label: s", "label: w").replace("label: group", "label: s");
        assertThat(cores(holding.layout(groups, "per_slot: 1"))).containsExactly("a0-7", "b0-7");
    }

    @Test
    void aTaskOfSlotsThatExcludeEachOtherRunsInThoseThatWereChosen() throws Exception {
        String two = "{type: xor_slot, label: t, count: 1, with: [{type: gpu, count: 2}]}";
        String one = "{type: xor_slot, label: s, count: 2, with: [{type: core, count: 2}]}";
        assertThat(hosts(new Holding().cores(2).cores(2).layout(two + ", " + one, "per_slot: 1")))
                .isEqualTo("ab");
    }

    @Test
    void aSlotThatNoSocketHoldsIsMadeOfTheNode() throws Exception {
        Holding holding =
                new Holding().host(new int[] {3, 0}, new int[] {3, 0}).host(new int[] {1, 0}, new int[] {1, 0});
        assertThat(cores(holding.layout(slots(4, "{type: core, count: 2}"), "per_slot: 1")))
                .containsExactly("a0-1", "a3-4", "a2,5", "b0-1");
    }

    @Test
    void withoutAGraphSlotsAreSpreadInEqualBlocks() throws Exception {
        Jobspec jobspec = jobspec(slots(4, CORE), "per_slot: 1");
        JobLayout layout = JobLayout.of(jobspec, new Holding().cores(2).cores(2).hosts, Optional.empty());
        assertThat(hosts(layout)).isEqualTo("aabb");
    }

    @Test
    void tooManyProcessesAndUnknownSlotsAreRefused() throws Exception {
        Holding holding = new Holding().cores(1);
        assertThatThrownBy(() -> holding.layout(slots(1, CORE), "per_slot: 16385"))
                .hasMessage("a job can have at most 16384 processes");
        assertThatThrownBy(() -> holding.layout(slots(1, CORE).replace("label: s", "label: t"), "total: 1"))
                .hasMessage("a task is for the slot 's', but there is no slot with that label");
    }

    /** Beside a division that tries all hosts for each slot, until all that is held is in one. */
    @RepeatedTest(100)
    void eachSlotIsWholeOnItsHost() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int cores = 1 + random.nextInt(3);
        int gpus = random.nextInt(2);
        var holding = new Holding();
        int hosts = 1 + random.nextInt(4);
        int slots = 0;
        for (int h = 0; h < hosts; h++) {
            int here = 1 + random.nextInt(4);
            slots += here;
            int[][] sockets = new int[1 + random.nextInt(2)][2];
            for (int s = 0; s < here; s++) {
                // A slot is in one socket, or in pieces in several.
                int socket = random.nextInt(sockets.length);
                boolean isInPieces = random.nextInt(4) == 0;
                for (int i = 0; i < cores; i++) {
                    sockets[isInPieces ? random.nextInt(sockets.length) : socket][0]++;
                }
                sockets[socket][1] += gpus;
            }
            holding.host(sockets);
        }
        String core = "{type: core, count: " + cores + "}";
        String slot = gpus == 0 ? slots(slots, core) : slots(slots, "{type: gpu, count: 1}", core);
        int perSlot = 1 + random.nextInt(3);
        List<String> expected = bruteForce(holding, slots, cores, gpus).orElseThrow();
        List<Integer> times = Collections.nCopies(perSlot, 0);
        JobLayout layout = holding.layout(slot, "per_slot: " + perSlot);
        assertThat(hosts(layout))
                .as("seed %d", seed)
                .isEqualTo(String.join(
                        "",
                        expected.stream()
                                .flatMap(host -> times.stream().map(i -> host))
                                .toList()));
        assertThat(hosts(holding.layout(slot, "per_resource: {type: core, count: 1}")))
                .as("seed %d", seed)
                .isEqualTo(String.join("", expected).replaceAll("(.)", "$1".repeat(cores)));
        assertThat(hosts(holding.layout(slot, "total: " + slots * perSlot)))
                .as("seed %d", seed)
                .isEqualTo(hosts(layout));
        List<String> used = IntStream.range(0, slots)
                .mapToObj(s -> layout.processes().get(s * perSlot).place())
                .flatMap(place -> Stream.concat(
                        place.cores().longs().mapToObj(id -> place.host() + "core" + id),
                        place.gpus().longs().mapToObj(id -> place.host() + "gpu" + id)))
                .toList();
        assertThat(used).as("seed %d", seed).doesNotHaveDuplicates().hasSize(slots * (cores + gpus));
        assertThat(layout.processes())
                .as("seed %d", seed)
                .allMatch(rank -> rank.place().cores().size() == cores
                        && rank.place().gpus().size() == gpus);
    }

    private static Optional<List<String>> bruteForce(Holding holding, int slots, int cores, int gpus) {
        long[][] left = holding.hosts.stream()
                .map(host -> new long[] {
                    host.children().get("core").size(),
                    host.children().get("gpu").size()
                })
                .toArray(long[][]::new);
        return bruteForce(holding, left, slots, cores, gpus, 0);
    }

    private static Optional<List<String>> bruteForce(
            Holding holding, long[][] left, int slots, int cores, int gpus, int from) {
        if (slots == 0) {
            boolean isAll = Arrays.stream(left).allMatch(host -> host[0] == 0 && host[1] == 0);
            return isAll ? Optional.of(List.of()) : Optional.empty();
        }
        for (int h = from; h < left.length; h++) {
            if (left[h][0] >= cores && left[h][1] >= gpus) {
                left[h][0] -= cores;
                left[h][1] -= gpus;
                String name = holding.hosts.get(h).name();
                Optional<List<String>> rest = bruteForce(holding, left, slots - 1, cores, gpus, h)
                        .map(others ->
                                Stream.concat(Stream.of(name), others.stream()).toList());
                if (rest.isPresent()) {
                    return rest;
                }
                left[h][0] += cores;
                left[h][1] += gpus;
            }
        }
        return Optional.empty();
    }
}
