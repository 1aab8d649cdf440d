package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a jobspec can ask for beyond what Fluxion knows. */
class ExtensionsTest {
    private static String jobspec(String count, String resource, String system) {
        return """
                version: 1
                resources:
                  - type: node
                    count: %s
                %s
                tasks: []
                attributes: {system: {%s}}
                """.formatted(count, resource.indent(4).stripTrailing(), system);
    }

    private static Count count(String text) throws JobspecException {
        String written = jobspec("\"" + text + "\"", "", "banyan: {extensions: [counts]}");
        return JobspecReader.read(written, "job").resources().getFirst().count();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,3,5-7 | 1,3,5-7 | 4 | 3",
                "[1,3,5-7] | 1,3,5-7 | 99 | 7",
                "2-8 | 2-8 | 5 | 5",
                "[2-8] | 2-8 | 99 | 8",
                "2+ | 2+ | 1 | 0",
                "2-8:2* | 2-8:2* | 5 | 4",
                "2-8:3 | 2-8:3 | 7 | 5",
                "3 | 3 | 9 | 3",
                "2,4,8 | 2,4,8 | 1 | 0"
            })
    void readsSetsAndRangesOfCounts(String text, String shown, long qualified, long taken) throws JobspecException {
        assertThat(count(text)).hasToString(shown);
        assertThat(count(text).calc(qualified)).isEqualTo(taken);
    }

    private static Optional<NodeProfile> profile(String entries) throws JobspecException {
        return attributes("banyan: {profile: " + entries + "}").extensions().profile();
    }

    private static Attributes attributes(String system) throws JobspecException {
        return JobspecReader.read(jobspec("1", "", system), "job").attributes();
    }

    @Test
    void readsAProfile() throws JobspecException {
        NodeProfile profile = profile("[{at: 0, nodes: 1}, {at: 600, nodes: 4}, {at: 2400, nodes: 2}]")
                .orElseThrow();
        assertThat(profile.entries())
                .containsExactly(
                        new NodeProfile.Entry(0, 1), new NodeProfile.Entry(600, 4), new NodeProfile.Entry(2_400, 2));
        assertThat(profile.most()).isEqualTo(new NodeProfile.Entry(600, 4));
        assertThat(JobspecReader.read(jobspec("1", "", ""), "job")
                        .attributes()
                        .extensions()
                        .profile())
                .isEmpty();
    }

    @Test
    void findsAProfileWithoutReadingTheOtherKeys() throws JobspecException {
        String declared = "banyan: {policy: foresight, profile: [{at: 0, nodes: 1}]}";
        assertThat(attributes(declared).hasProfile()).isTrue();
        assertThat(attributes("banyan: {policy: foresight}").hasProfile()).isFalse();
        assertThat(attributes("").hasProfile()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | 'profile' must be a list of {at: SECONDS, nodes: NUMBER}, found 3",
                "[{at: 0}] | 'profile' must be a list of {at: SECONDS, nodes: NUMBER}, found {at=0}",
                "[{at: 0.5, nodes: 1}] | 'profile' must be a list of {at: SECONDS, nodes: NUMBER}, found {at=0.5",
                "[] | 'profile' must have 1 to 1000 entries, found 0",
                "[{at: 5, nodes: 1}] | the first entry of 'profile' must be at 0 s, the start of the job, found 5 s",
                "[{at: 0, nodes: 1}, {at: 0, nodes: 2}] | the times of 'profile' must ascend, found 0 s after 0 s",
                "[{at: 0, nodes: 0}] | must have a time of 0 s or more and 1 node or more, found 0 nodes at 0 s"
            })
    void refusesAWrongProfile(String entries, String message) {
        assertThatThrownBy(() -> profile(entries))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesALongProfile() {
        List<NodeProfile.Entry> entries = java.util.stream.LongStream.rangeClosed(0, NodeProfile.MOST_ENTRIES)
                .mapToObj(at -> new NodeProfile.Entry(at, 1))
                .toList();
        assertThatThrownBy(() -> new NodeProfile(entries))
                .hasMessage("'profile' must have 1 to 1000 entries, found 1001");
    }

    @Test
    void aSetOfCountsWithoutTheExtensionIsRefusedAsBefore() {
        assertThatThrownBy(() -> JobspecReader.read(jobspec("\"1,3\"", "", ""), "job"))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining("a count must be a whole number");
        assertThatThrownBy(() -> new Jobspec(
                        1, List.of(Resource.of("node", Count.among(IdSet.of(1, 3)))), List.of(), Attributes.none()))
                .hasMessage("a count that is a set of numbers requires the extension counts");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,3 | min must be 1 or more, found 0",
                "x | 'x' is not an idset",
                "5-2 | max must not be less than min",
                "2-8:1* | operand of '*' must be 2 or more"
            })
    void aWrongCountIsRefused(String text, String complaint) {
        assertThatThrownBy(() -> count(text))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining("wrong count")
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "banyan: {extensions: [siblnigs]} | there is no extension 'siblnigs'; expected one of counts, siblings, nested-slots, node-slots",
                "banyan: {extensions: counts} | 'extensions' must be a list of names, found counts",
                "banyan: {polcy: low} | unknown key 'polcy' in 'banyan', expected one of extensions, policy, node-exclusive, on-lost, deadline, reservation, preemptible, checkpoint, instance, end, near, elsewhere, profile",
                "banyan: {policy: [low]} | 'policy' must be the name of a match policy, found [low]",
                "banyan: {node-exclusive: maybe} | 'node-exclusive' must be true or false, found maybe",
                "banyan: {on-lost: requeu} | 'on-lost' must be one of keep, shrink, requeue, found requeu",
                "banyan: yes please | 'banyan' must be a mapping of extensions, policy, node-exclusive, on-lost, deadline, reservation, preemptible, checkpoint, instance, end, near, elsewhere, profile, found yes please"
            })
    void whatIsNotKnownIsRefusedWithWhatIs(String system, String complaint) {
        assertThatThrownBy(() -> JobspecReader.read(jobspec("1", "", system), "job"))
                .isInstanceOf(JobspecException.class)
                .hasMessageStartingWith("job:7:")
                .hasMessageContaining(complaint);
    }

    @Test
    void readsPolicyAndNodeExclusivity() throws JobspecException {
        Extensions extensions = JobspecReader.read(
                        jobspec("1", "", "banyan: {policy: low, node-exclusive: true, extensions: [nested-slots]}"),
                        "job")
                .attributes()
                .extensions();
        assertThat(extensions.policy()).contains("low");
        assertThat(extensions.nodeExclusive()).contains(true);
        assertThat(extensions.used()).containsExactly(Extension.NESTED_SLOTS);
        assertThat(Attributes.none().extensions().used()).isEmpty();
    }

    @Test
    void aPolicyIsAddedToWhatIsSaidAlready() throws JobspecException {
        Jobspec jobspec = JobspecReader.read(jobspec("1", "", "banyan: {node-exclusive: true}, mine: 1"), "job");
        Jobspec changed = jobspec.withPolicy("high");
        assertThat(changed.attributes().extensions().policy()).contains("high");
        assertThat(changed.attributes().extensions().nodeExclusive()).contains(true);
        assertThat(changed.attributes().system()).containsEntry("mine", 1L);
    }

    @Test
    void readsWhatAResourceRequires() throws JobspecException {
        Jobspec jobspec = JobspecReader.read(jobspec("1", "requires: {properties: [ssd, ^old]}", ""), "job");
        assertThat(jobspec.resources().getFirst().requires()).hasToString("{\"properties\": [\"ssd\", \"^old\"]}");
    }

    @Test
    void aSlotIsNoVertexThatCouldMeetAConstraint() {
        assertThatThrownBy(() -> Resource.slot("s", Count.exactly(1))
                        .requiring(new Constraint.Properties(List.of(new Constraint.Property("ssd", false)))))
                .hasMessage("a slot is not a vertex and cannot have 'requires'; put it on the resources inside");
    }

    @Test
    void everythingIsReadBackAsItWasWritten() throws JobspecException {
        Resource node = Resource.of("node", Count.among(IdSet.parse("1,3,5-7")))
                .requiring(new Constraint.Ranks(IdSet.parse("0-3")));
        Map<String, @org.jspecify.annotations.Nullable Object> system = Map.of(
                "banyan",
                Map.of("extensions", List.of("counts", "siblings"), "policy", "low", "node-exclusive", false));
        Jobspec jobspec = new Jobspec(
                1,
                List.of(node),
                List.of(),
                new Attributes(
                        0, Optional.empty(), new Constraint.Any(), Optional.empty(), Map.of(), system, Map.of()));
        assertThat(JobspecReader.read(JobspecWriter.json(jobspec), "written")).isEqualTo(jobspec);
    }
}
