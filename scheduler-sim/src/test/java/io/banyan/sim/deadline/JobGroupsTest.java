package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.sim.program.ProgramType;
import io.banyan.topology.Grid;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs by size and type. */
class JobGroupsTest {
    private static DeadlineJob job(long number, int nodes) {
        return new DeadlineJob(number, nodes, 0, 10, 100);
    }

    @Test
    void jobsAreCountedBySizeAndType() {
        List<DeadlineJob> jobs = List.of(job(1, 1), job(2, 2), job(3, 3), job(4, 4), job(5, 5), job(6, 8), job(7, 9));
        BitSet completed = new BitSet();
        completed.set(3);
        completed.set(5);
        var groups = new JobGroups(jobs, JobGroups.numbers(jobs.subList(0, 5)), completed);
        assertThat(groups.bySize(8))
                .as("job 7 is larger than the machine")
                .containsExactly(
                        new JobGroup("1", 1, 1, 0),
                        new JobGroup("2", 1, 1, 0),
                        new JobGroup("3-4", 2, 2, 1),
                        new JobGroup("5-8", 3, 1, 1));
        assertThat(groups.bySize(5)).extracting(JobGroup::name).containsExactly("1", "2", "3-4", "5-8");
        assertThat(groups.bySize(1)).containsExactly(new JobGroup("1", 7, 5, 2));
        assertThat(groups.byType(job -> job.number() < 4 ? ProgramType.BSP : ProgramType.FEM))
                .containsExactly(
                        new JobGroup("monte-carlo", 0, 0, 0),
                        new JobGroup("bsp", 3, 3, 1),
                        new JobGroup("fem", 4, 2, 1),
                        new JobGroup("adaptive-fem", 0, 0, 0));
        assertThat(new JobGroup("bsp", 3, 3, 1).cancelled()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(value = MappingRule.class, names = "COUNT", mode = EnumSource.Mode.EXCLUDE)
    void theGroupsOfARunAddUpToAllJobs(MappingRule rule) {
        Grid grid = Grid.of(8, 4);
        List<DeadlineJob> jobs = DeadlineWorkload.USUAL.jobs(120, grid.nodes(), 150, 5);
        var deadlines = new DeadlineRun(grid, ProgramSettings.defaults());
        var programs = new DeadlineRun.Programs(ProgramMix.UNIFORM.types(), Communication.ASYNCHRONOUS, 5);
        GroupedOutcome grouped = deadlines.grouped(jobs, rule, programs);
        assertThat(grouped.total()).isEqualTo(deadlines.run(jobs, rule, programs));
        for (List<JobGroup> groups : List.of(grouped.sizes(), grouped.types())) {
            assertThat(sum(groups, JobGroup::submitted)).isEqualTo(120);
            assertThat(sum(groups, JobGroup::accepted))
                    .isEqualTo(grouped.total().accepted());
            assertThat(sum(groups, JobGroup::completed))
                    .isEqualTo(grouped.total().completed());
            assertThat(sum(groups, JobGroup::cancelled))
                    .isEqualTo(grouped.total().cancelled());
        }
    }

    private static int sum(List<JobGroup> groups, ToIntFunction<JobGroup> number) {
        return groups.stream().mapToInt(number).sum();
    }
}
