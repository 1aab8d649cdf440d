package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.RExecution;
import io.banyan.graph.io.RReader;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that what a job was granted is the same after it is written in each format that can be read, and read again;
 * the seeds are fixed.
 */
class ReadWriteReadTest {

    private static final int GRANTS = 40;
    private static final int GRAPHS = 200;
    private static final List<String> POLICIES = List.of("first", "low", "hinodex", "locality");
    private static final List<String> REQUESTS = List.of(
            "1-2 slot { 1 node }",
            "1 node!",
            "2 core!",
            "1 slot { 1 socket { 1 core } }",
            "1 rack!",
            "1-4 memory!, 1 core!",
            "1 slot { 1 gpu }",
            "1-3 node { 1 slot { 1-2 core } }");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void grantsInJgfAndItsShorthand(long seed) throws Exception {
        var random = new Random(seed);
        for (Shapes shape : Shapes.ALL) {
            var schedule = new Schedule(ResourceGraph.of(shape.large()), PruneFilters.DEFAULT, Graphs.HORIZON);
            for (int i = 1; i <= GRANTS; i++) {
                Selection granted = grant(schedule, random, i);
                String context = "seed " + seed + ", " + shape.name() + ", grant " + i;
                if (granted.size() > 0) {
                    Subgraph all = JgfReader.read(write(MatchFormat.JGF, schedule, granted), "R");
                    same(schedule, Claims.ofSubgraph(schedule, all), granted, context + ", jgf");
                    Subgraph brief = JgfReader.read(write(MatchFormat.JGF_SHORTHAND, schedule, granted), "R");
                    sameInShort(schedule, Claims.ofShorthand(schedule, brief), granted, context + ", shorthand");
                }
            }
        }
    }

    /** Books what a random request gets; empties the graph where it gets nothing. */
    private static Selection grant(Schedule schedule, Random random, int job) throws Exception {
        String request = REQUESTS.get(random.nextInt(REQUESTS.size()));
        String policy = POLICIES.get(random.nextInt(POLICIES.size()));
        MatchResult result = new Matcher(schedule, MatchPolicy.parse(policy))
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            schedule.commit(new JobId(job), BookingKind.ALLOCATION, window, selection);
            return schedule.holdings().selection(new JobId(job));
        }
        schedule.holdings().bookings().forEach(booking -> schedule.cancel(booking.job()));
        return new Selection.Builder().build();
    }

    private static String write(MatchFormat format, Schedule schedule, Selection selection) {
        return ResourceWriter.write(format, schedule.graph(), selection, 0, 10, Optional.empty());
    }

    /** A shorthand says nothing of what is below an exclusive vertex: when it is read, all of that is held. */
    private static void sameInShort(Schedule schedule, Selection read, Selection granted, String context) {
        assertThat(text(schedule, read)).as(context).containsAllEntriesOf(text(schedule, granted));
        String mark = ", \"writer\": \"fluxion:jgf_shorthand\"";
        assertThat(write(MatchFormat.JGF_SHORTHAND, schedule, read).replace(mark, ""))
                .as(context)
                .isEqualTo(write(MatchFormat.JGF_SHORTHAND, schedule, granted).replace(mark, ""));
    }

    private static void same(Schedule schedule, Selection read, Selection granted, String context) {
        Map<String, String> expected = text(schedule, granted);
        assertThat(text(schedule, read)).as(context).isEqualTo(expected);
        for (MatchFormat format : MatchFormat.values()) {
            assertThat(write(format, schedule, read)).as(context).isEqualTo(write(format, schedule, granted));
        }
    }

    private static Map<String, String> text(Schedule schedule, Selection selection) {
        var text = new TreeMap<String, String>();
        for (int i = 0; i < selection.size(); i++) {
            text.put(
                    schedule.graph().path(selection.vertex(i)),
                    selection.amount(i) + (selection.exclusive(i) ? " exclusive" : " shared"));
        }
        return text;
    }

    @Test
    void grantsOfCoresAndGpusInR() throws Exception {
        var random = new Random(11);
        Shapes shape = Shapes.ALL.get(1);
        var schedule = new Schedule(ResourceGraph.of(shape.large()), PruneFilters.DEFAULT, Graphs.HORIZON);
        List<String> requests =
                List.of("3 core!", "1 slot { 1 core, 1 gpu }", "1 node { 1 slot { 4 core } }", "2 gpu!");
        for (int i = 1; i <= GRAPHS; i++) {
            MatchResult result = new Matcher(schedule, MatchPolicy.parse(POLICIES.get(random.nextInt(2))))
                    .match(Jobs.jobspec(requests.get(random.nextInt(4))), MatchOperation.ALLOCATE, 0);
            if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
                String r = write(MatchFormat.RV1_NOSCHED, schedule, selection);
                Selection read = Claims.ofRanks(schedule, execution(r));
                assertThat(write(MatchFormat.RV1_NOSCHED, schedule, read)).isEqualTo(r);
                schedule.commit(new JobId(i), BookingKind.ALLOCATION, window, read);
                schedule.checkInvariants();
            } else {
                schedule.holdings().bookings().forEach(booking -> schedule.cancel(booking.job()));
            }
        }
    }

    private static RExecution execution(String r) throws GraphException, IOException {
        return RReader.read(new ByteArrayInputStream(r.getBytes(StandardCharsets.UTF_8)), "R");
    }

    @Test
    void hostsInR() throws Exception {
        for (int seed = 0; seed < GRAPHS; seed++) {
            RExecution hosts = hosts(new Random(seed));
            ResourceGraph graph = hosts.toGraph();
            var schedule = new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON);
            String r = write(MatchFormat.RV1_NOSCHED, schedule, Claims.ofRanks(schedule, hosts));
            assertThat(sorted(execution(r))).as("seed %d: %s", seed, r).isEqualTo(sorted(hosts));
        }
    }

    /** Hosts with cores and now and then GPUs, whose names need not follow their ranks. */
    private static RExecution hosts(Random random) {
        var numbers = new ArrayList<Integer>();
        for (int i = 0; i < 1 + random.nextInt(9); i++) {
            numbers.add(3 * i + random.nextInt(3));
        }
        var names = new ArrayList<>(numbers);
        Collections.shuffle(names, random);
        var hosts = new ArrayList<RExecution.Host>();
        for (int i = 0; i < numbers.size(); i++) {
            var children = new LinkedHashMap<String, IdSet>();
            children.put("core", IdSet.parse("0-" + random.nextInt(1, 5) + ",9"));
            if (random.nextBoolean()) {
                children.put("gpu", IdSet.parse("2," + random.nextInt(3, 6)));
            }
            Map<String, String> properties = random.nextInt(3) > 0 ? Map.of() : Map.of("fast", "", "class", "2");
            hosts.add(new RExecution.Host(numbers.get(i), "host" + names.get(i), children, properties));
        }
        return new RExecution(hosts, false);
    }

    private static List<String> sorted(RExecution execution) {
        return execution.hosts().stream()
                .map(host -> host.rank() + " " + host.name() + " " + new TreeMap<>(host.children()) + " "
                        + new TreeMap<>(host.properties()))
                .sorted()
                .toList();
    }
}
