package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Schedule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PreparationsTest {
    private final ResourceGraph graph = Graphs.graph("cluster { 1 node { 2 core } }");
    private final Schedule schedule = new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON);
    private final Preparations preparations = new Preparations(graph, schedule.supplies());
    private final Jobspec jobspec = Jobs.jobspec("1 slot { 1 core }");

    private Preparations.Prepared keep(Jobspec wanted) {
        return preparations.keep(
                wanted, new Preparations.Prepared(MatchPolicy.parse("first"), new Question(List.of(), List.of())));
    }

    @Test
    void whatWasFoundOutAboutAJobspecIsFoundByTheJobspecItself() {
        Preparations.Prepared kept = keep(jobspec);
        assertThat(preparations.find(jobspec)).isSameAs(kept);
        assertThat(preparations.find(Jobs.jobspec("1 slot { 1 core }"))).isNull();
    }

    @Test
    void aTypeThatIsNewInTheGraphEndsIt() {
        keep(jobspec);
        graph.types().intern(new ResourceType("quantum"));
        assertThat(preparations.find(jobspec)).isNull();
    }

    /**
     * The collector takes what nobody has any more, when it is told to; a second look is there for one that does not at
     * the first.
     */
    @Test
    @Timeout(60)
    void nothingIsKeptForAnObjectThatIsGone() {
        int most = 0;
        do {
            for (int i = 0; i < 100; i++) {
                keep(Jobs.jobspec("1 slot { 1 core }"));
                most = Math.max(most, preparations.size());
            }
            System.gc();
            keep(jobspec);
        } while (preparations.size() > most / 2);
        assertThat(preparations.find(jobspec)).isNotNull();
    }
}
