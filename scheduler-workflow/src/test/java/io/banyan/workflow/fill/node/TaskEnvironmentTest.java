package io.banyan.workflow.fill.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.fill.AcceleratorPart;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.TaskShare;
import io.banyan.workflow.fill.TaskStart;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TaskEnvironmentTest {
    private static Map<String, String> of(AcceleratorPart... parts) {
        var program = new FillProgram(List.of("true"), List.of(), "", new TreeMap<>(Map.of("MINE", "1")));
        FillSet set = FillSet.of(3, 9, FillRequest.cores(2), program);
        return TaskEnvironment.of(
                new TaskStart(set, 7, new TaskShare(1, List.of(4, 6), List.of(parts), 0), List.of()), true);
    }

    @Test
    void saysTheTaskAndItsCores() {
        assertThat(of())
                .containsEntry("MINE", "1")
                .containsEntry("BANYAN_TASK_SET", "3")
                .containsEntry("BANYAN_TASK_ID", "7")
                .containsEntry("BANYAN_TASK_VARIANT", "1")
                .containsEntry("BANYAN_TASK_CORES", "4,6")
                .containsEntry("OMP_NUM_THREADS", "2")
                .containsEntry("OMP_PLACES", "{4},{6}")
                .containsEntry("CUDA_VISIBLE_DEVICES", "")
                .doesNotContainKey("BANYAN_TASK_NODES");
    }

    @Test
    void showsEachMakerItsGpus() {
        Map<String, String> any = of(new AcceleratorPart("gpu", 1, 5_000), new AcceleratorPart("gpu", 3, 10_000));
        assertThat(any).containsEntry("CUDA_VISIBLE_DEVICES", "1,3").containsEntry("ROCR_VISIBLE_DEVICES", "1,3");
        Map<String, String> amd = of(new AcceleratorPart("gpu/amd", 2, 10_000), new AcceleratorPart("fpga", 0, 1));
        assertThat(amd).containsEntry("CUDA_VISIBLE_DEVICES", "").containsEntry("ROCR_VISIBLE_DEVICES", "2");
        Map<String, String> nvidia = of(new AcceleratorPart("gpu/nvidia", 0, 10_000));
        assertThat(nvidia).containsEntry("CUDA_VISIBLE_DEVICES", "0").containsEntry("ROCR_VISIBLE_DEVICES", "");
    }

    @Test
    void quotesWordsOnOneLine() {
        assertThat(TaskEnvironment.quoted("it's\nnew")).isEqualTo("'it'\\''s'\"$nl\"'new'");
        assertThat(TaskEnvironment.exports(new TreeMap<>(Map.of("A", "b c", "1bad", "x", "B;rm", "y"))))
                .isEqualTo("export A='b c'; ");
    }
}
