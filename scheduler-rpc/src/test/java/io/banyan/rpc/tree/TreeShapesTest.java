package io.banyan.rpc.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.io.GraphFiles;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.timing.LevelTiming;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Trees that are very deep, or very wide. */
@Execution(ExecutionMode.CONCURRENT)
class TreeShapesTest {
    private static final int DEPTH = 10;
    private static final int WIDTH = 200;
    /** The number of sockets of the graph: 128 nodes with 2 sockets each. */
    private static final int SOCKETS = 256;
    /** The number of cores of a socket. */
    private static final int CORES = 16;

    private InProcessTree top;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        top = InProcessTree.root(GraphFiles.load(Path.of("..", "resource-graphs", "l0.graphml")));
    }

    @AfterEach
    void stopAll() {
        top.close();
    }

    @Test
    void aTreeTenDeepGrowsAndShrinksFromItsLeafToItsTop() throws Exception {
        List<InProcessTree> levels = new ArrayList<>(List.of(top));
        for (int depth = 1; depth <= DEPTH; depth++) {
            levels.add(spawn(levels.getLast(), sockets(2 * (DEPTH + 1 - depth))));
        }
        List<Long> before = levels.stream().map(TreeShapesTest::free).toList();
        for (int round = 0; round < 3; round++) {
            String id = "deep" + round;
            var grow = new Request.Grow(id, Optional.empty(), sockets(6), 20_000);
            InProcessTree.Heard heard = levels.getLast().asked(grow);
            assertThat(heard.answer())
                    .isInstanceOfSatisfying(
                            Answer.Grown.class,
                            grown -> assertThat(grown.grant().source().level()).isEqualTo("/"));
            assertThat(heard.timings()).extracting(LevelTiming::level).hasSize(DEPTH + 1);
            assertThat(free(top)).isEqualTo(before.get(0) - 6);
            assertThat(free(levels.getLast())).isEqualTo(before.get(DEPTH) + 6);
            Answer shrunk = levels.getLast().ask(new Request.Shrink("back" + round, new ShrinkTarget.ByGrow(id)));
            assertThat(shrunk).isInstanceOf(Answer.Shrunk.class);
            assertThat(levels.stream().map(TreeShapesTest::free).toList()).isEqualTo(before);
        }
    }

    @Test
    void aTreeTwoHundredWideGrowsAndShrinksAllAtOnce() throws Exception {
        List<InProcessTree> children = new ArrayList<>();
        for (int i = 0; i < WIDTH; i++) {
            children.add(spawn(top, sockets(1)));
        }
        assertThat(free(top)).isEqualTo(SOCKETS - WIDTH);
        int places = SOCKETS - WIDTH;
        Jobspec one = sockets(1);
        long grown =
                all(children, (child, i) -> child.ask(new Request.Grow("wide" + i, Optional.empty(), one, 20_000)))
                        .stream()
                        .filter(Answer.Grown.class::isInstance)
                        .count();
        assertThat(grown).isEqualTo(WIDTH);
        assertThat(free(top)).isEqualTo(places);
        Jobspec two = sockets(2);
        List<Answer> more =
                all(children, (child, i) -> child.ask(new Request.Grow("more" + i, Optional.empty(), two, 20_000)));
        assertThat(more.stream().filter(Answer.Grown.class::isInstance)).hasSize(places / 2);
        assertThat(more.stream().filter(Answer.Refused.class::isInstance)).hasSize(WIDTH - places / 2);
        assertThat(free(top)).isZero();
        all(children, (child, i) -> child.ask(new Request.Shrink("back" + i, new ShrinkTarget.ByGrow("more" + i))));
        assertThat(free(top)).isEqualTo(places);
        assertThat(children).allSatisfy(child -> assertThat(free(child)).isEqualTo(1));
    }

    private static List<Answer> all(List<InProcessTree> children, BiFunction<InProcessTree, Integer, Answer> asked) {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Answer>> answers = IntStream.range(0, children.size())
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> asked.apply(children.get(i), i), clients))
                    .toList();
            return answers.stream().map(CompletableFuture::join).toList();
        }
    }

    /** Sockets whose cores are all free; nobody here has a part of one. */
    private static long free(InProcessTree tree) {
        Answer.Stat stat = (Answer.Stat) tree.ask(new Request.Stat());
        return stat.statistics().amounts().get("core").free() / CORES;
    }

    private static InProcessTree spawn(InProcessTree at, Jobspec jobspec) {
        Answer answer = at.ask(new Request.Spawn(jobspec, "child", Map.of()));
        assertThat(answer).isInstanceOf(Answer.Spawned.class);
        return at.child(((Answer.Spawned) answer).job().id());
    }

    private static Jobspec sockets(int count) throws Exception {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "socket", "count": 1, "with": [{"type": "core", "count": 16}]}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""".formatted(count), "test");
    }
}
