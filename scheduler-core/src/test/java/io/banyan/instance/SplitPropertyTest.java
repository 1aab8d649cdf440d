package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random requests with ranges, on a tree of three levels of which each has something: what is granted is what was asked
 * for, wherever it came from; what the top alone has is never refused; and at the end everything is where it was.
 */
class SplitPropertyTest {
    private static final String GRAPH = "cluster { 12 node { 2 core }, 12 gpu, 12 ssd }";
    private static final String LEAF = "/1/1";
    private static final List<String> TYPES = List.of("node", "gpu", "ssd");

    /** A request, and how many of each type it asks for. */
    private record Asked(Jobspec jobspec, Map<String, Count> counts) {}

    @Test
    void bothPartsTogetherAreWhatWasAskedFor() {
        int split = 0;
        for (long seed = 1; seed <= 400; seed++) {
            split += run(seed);
        }
        assertThat(split).isGreaterThan(60);
    }

    /** Returns whether the grow was split. */
    private static int run(long seed) {
        var random = new Random(seed);
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "c", holding(7, 3 + random.nextInt(4), 3 + random.nextInt(4)));
        tree.spawn("/1", "g", holding(4, 1 + random.nextInt(3), 1 + random.nextInt(3)));
        tree.allocate(LEAF, "1 slot { 1 node { 2 core } }");
        Map<String, Map<String, Amount>> before = tree.amounts();
        Asked asked = anything(random);
        boolean topHasIt = has(tree, "/", asked);
        boolean leafHasIt = has(tree, LEAF, asked);
        boolean middleHasIt = has(tree, "/1", asked);

        Answer answer = tree.ask(LEAF, new Request.Grow("g", Optional.of(new JobId(1)), asked.jobspec(), 0));

        if (!(answer instanceof Answer.Grown grown)) {
            assertThat(topHasIt || middleHasIt || leafHasIt)
                    .as("seed %d, %s refused: %s", seed, asked, answer)
                    .isFalse();
            assertThat(tree.amounts()).as("seed %d", seed).isEqualTo(before);
            return 0;
        }
        asked.counts().forEach((type, count) -> {
            long got = held(grown, type);
            assertThat(count.calc(got))
                    .as("seed %d: %s %s of %s", seed, got, type, asked.jobspec().resources())
                    .isEqualTo(got)
                    .isPositive();
        });
        tree.shrink(LEAF, "s", new ShrinkTarget.ByGrow("g"));
        assertThat(tree.amounts()).as("seed %d", seed).isEqualTo(before);
        return topHasIt || middleHasIt || leafHasIt ? 0 : 1;
    }

    private static String holding(int nodes, int gpus, int ssds) {
        return "1 slot { " + nodes + " node { 2 core }, " + gpus + " gpu, " + ssds + " ssd }";
    }

    private static boolean has(TreeHarness tree, String path, Asked asked) {
        Answer answer = tree.ask(
                path, new JobRequest.Match(asked.jobspec(), MatchOperation.WITHOUT_ALLOCATING, MatchFormat.SIMPLE, ""));
        return !(answer instanceof Answer.Refused);
    }

    private static long held(Answer.Grown answer, String type) {
        return answer.grant().subgraph().vertices().stream()
                .filter(vertex -> vertex.exclusive() && vertex.type().name().equals(type))
                .count();
    }

    private static Asked anything(Random random) {
        boolean inSlot = random.nextInt(3) == 0;
        Map<String, Count> counts = new LinkedHashMap<>();
        List<Resource> resources = new ArrayList<>();
        for (String type : TYPES) {
            if (random.nextBoolean() || (resources.isEmpty() && type.equals("ssd"))) {
                Count count = anyCount(random);
                counts.put(type, count);
                resources.add(portion(type, count, inSlot));
            }
        }
        if (inSlot) {
            resources = List.of(Resource.slot("s", Count.exactly(1), resources.toArray(Resource[]::new)));
        }
        if (random.nextInt(3) == 0) {
            resources = List.of(Resource.of("cluster", Count.exactly(1), resources.toArray(Resource[]::new)));
        }
        Attributes attributes = Attributes.none().using(Extension.COUNTS);
        Attributes all = random.nextInt(4) == 0 ? attributes : attributes.using(Extension.SIBLINGS);
        return new Asked(new Jobspec(1, resources, List.of(), all), counts);
    }

    private static Resource portion(String type, Count count, boolean inSlot) {
        Resource core = Resource.of("core", Count.exactly(2));
        if (!type.equals("node")) {
            Resource plain = Resource.of(type, count);
            return inSlot ? plain : plain.withExclusive(Exclusivity.TRUE);
        }
        return inSlot
                ? Resource.of("node", count, core)
                : Resource.slot("n", count, Resource.of("node", Count.exactly(1), core));
    }

    private static Count anyCount(Random random) {
        long min = 1L + random.nextInt(9);
        long max = min + random.nextInt(10);
        return switch (random.nextInt(6)) {
            case 0 -> Count.exactly(min);
            case 1 -> new Count(min, max, Count.Operator.ADD, 1);
            case 2 -> new Count(min, max, Count.Operator.ADD, 3);
            case 3 -> new Count(min, max, Count.Operator.MULTIPLY, 2);
            case 4 -> new Count(min + 1, max + 1, Count.Operator.POWER, 2);
            default -> Count.among(IdSet.of(min, min + 2, min + 5));
        };
    }
}
