package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.jobspec.Count.Operator;
import io.banyan.resource.ResourceType;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Tests that the reader reads back what the writer writes as an equal value. */
class JobspecRoundTripTest {
    @Property(tries = 500)
    void readsBackWhatWasWritten(@ForAll("jobspecs") Jobspec jobspec) throws JobspecException {
        String json = JobspecWriter.json(jobspec);
        assertThat(json).doesNotContain("\n");
        assertThat(JobspecReader.read(json, "json")).isEqualTo(jobspec);
        assertThat(JobspecDigest.of(JobspecReader.read(json, "json"))).isEqualTo(JobspecDigest.of(jobspec));
        assertThat(JobspecReader.read("--- " + json, "yaml")).isEqualTo(jobspec);
    }

    @Provide
    Arbitrary<Jobspec> jobspecs() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 9999),
                        resources(3).list().ofMinSize(1).ofMaxSize(3),
                        tasks().list().ofMaxSize(2),
                        attributes())
                .as(Jobspec::new);
    }

    private static Arbitrary<String> words() {
        return Arbitraries.of("default", "a b", "true", "7", "~", "null", "é\"\\\n", "GB", "4-9", "- x", "{}", "#");
    }

    private static Arbitrary<Count> counts() {
        Arbitrary<Long> small = Arbitraries.longs().between(2, 50);
        Arbitrary<Count> ranges = Combinators.combine(small, small, Arbitraries.of(Operator.class), small)
                .as((a, b, operator, operand) -> new Count(Math.min(a, b), Math.max(a, b), operator, operand));
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, Count.UNBOUNDED).map(Count::exactly),
                Arbitraries.longs().between(1, 9).map(Count::atLeast),
                ranges);
    }

    private static Arbitrary<Resource> resources(int depth) {
        Arbitrary<List<Resource>> with = depth == 0
                ? Arbitraries.just(List.of())
                : resources(depth - 1).list().ofMaxSize(2);
        return Combinators.combine(
                        Arbitraries.of("node", "slot", "core", "xor_slot", "7", "true")
                                .map(ResourceType::new),
                        counts(),
                        Arbitraries.oneOf(Arbitraries.just(""), words()),
                        Arbitraries.of(Exclusivity.class),
                        with,
                        words(),
                        words().optional())
                .as((type, count, unit, exclusive, below, label, id) ->
                        new Resource(type, count, unit, exclusive, below, Optional.of(label), id));
    }

    private static Arbitrary<Task> tasks() {
        Arbitrary<TaskCount> counts = Arbitraries.of(
                new TaskCount.PerSlot(2),
                new TaskCount.Total(7),
                new TaskCount.PerResource(new ResourceType("core"), 3));
        return Combinators.combine(
                        words().list().ofMinSize(1).ofMaxSize(3), words(), counts, words().optional(), opaque())
                .as(Task::new);
    }

    private static Arbitrary<Map<String, @Nullable Object>> opaque() {
        Arbitrary<Object> values = Arbitraries.of(
                "text", 7L, -1L, 1.5, true, List.of("a", 2L, List.of()), Map.of("deep", Map.of("er", false)));
        return Arbitraries.maps(words(), values.injectNull(0.1)).ofMaxSize(3);
    }

    private static Arbitrary<Constraint> constraints(int depth) {
        Arbitrary<Constraint> leaves = Arbitraries.of(
                new Constraint.Any(),
                new Constraint.Properties(
                        List.of(new Constraint.Property("a", true), new Constraint.Property("b c", false))),
                new Constraint.Hosts(HostList.parse("node[0-3,07],login")),
                new Constraint.Hosts(HostList.parse("")),
                new Constraint.Ranks(IdSet.parse("1-3,9")),
                new Constraint.Ranks(IdSet.empty()));
        if (depth == 0) {
            return leaves;
        }
        Arbitrary<List<Constraint>> lists = constraints(depth - 1).list().ofMaxSize(3);
        return Arbitraries.oneOf(
                leaves, lists.map(Constraint.And::new), lists.map(Constraint.Or::new), lists.map(Constraint.Not::new));
    }

    private static Arbitrary<Attributes> attributes() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, Attributes.MAX_DURATION_SEC),
                        words().optional(),
                        constraints(2),
                        words().optional(),
                        Arbitraries.maps(words(), words()).ofMaxSize(2),
                        opaque(),
                        opaque())
                .as(Attributes::new);
    }
}
