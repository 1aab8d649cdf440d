package io.banyan.workflow.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlurmTextTest {
    private static final long SEED = 20_261_129L;

    @Test
    void expandsNames() {
        assertThat(SlurmText.names("n[0-2,07],login")).containsExactly("n0", "n1", "n2", "n07", "login");
        assertThat(SlurmText.names("r[1-2]n[08-10]"))
                .containsExactly("r1n08", "r1n09", "r1n10", "r2n08", "r2n09", "r2n10");
        assertThat(SlurmText.names("vm,vm-[1-3]")).containsExactly("vm", "vm-1", "vm-2", "vm-3");
        assertThat(SlurmText.names("(null)")).isEmpty();
        assertThat(SlurmText.names("")).isEmpty();
    }

    @Test
    void refusesOtherForms() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmText.names("n[0-2"))
                .withMessageContaining("n[0-2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmText.names("n[x]"))
                .withMessageContaining("'x'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlurmText.names("n[0-999999999]"))
                .withMessageContaining("more than");
        assertThatIllegalArgumentException().isThrownBy(() -> SlurmText.numbers("1-"));
        assertThatIllegalArgumentException().isThrownBy(() -> SlurmText.time("soon"));
    }

    @Test
    void expandsRandomRanges() {
        var random = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            List<Integer> expected = new ArrayList<>();
            List<String> names = new ArrayList<>();
            StringBuilder ranges = new StringBuilder();
            int next = 0;
            int width = random.nextInt(1, 5);
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                int first = next + random.nextInt(5);
                int last = first + random.nextInt(12);
                next = last + 1;
                String format = "%0" + width + "d";
                ranges.append(ranges.isEmpty() ? "" : ",").append(format.formatted(first));
                ranges.append(last == first ? "" : "-" + format.formatted(last));
                for (int number = first; number <= last; number++) {
                    expected.add(number);
                    names.add("n" + format.formatted(number) + "x");
                }
            }
            assertThat(SlurmText.numbers(ranges.toString()))
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(expected);
            assertThat(SlurmText.names("n[" + ranges + "]x"))
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(names);
        }
    }

    @Test
    void countsTheTasksOfAnArray() {
        assertThat(SlurmText.tasks("17")).isEqualTo(1);
        assertThat(SlurmText.tasks("17_[0-9%2]")).isEqualTo(10);
        assertThat(SlurmText.tasks("17_[0,3,5-9]")).isEqualTo(7);
        assertThat(SlurmText.tasks("17_[0-10:2]")).isEqualTo(6);
        assertThat(SlurmText.tasks("17_4")).isEqualTo(1);
    }

    @Test
    void readsAccelerators() {
        assertThat(SlurmText.accelerators("gpu:a100:4(S:0-1),gpu:2,fpga:1")).isEqualTo(Map.of("gpu", 6, "fpga", 1));
        assertThat(SlurmText.accelerators("gres:gpu:2")).isEqualTo(Map.of("gpu", 2));
        assertThat(SlurmText.accelerators("gres:gpu")).isEqualTo(Map.of("gpu", 1));
        assertThat(SlurmText.accelerators("N/A")).isEmpty();
    }

    @Test
    void readsMemory() {
        assertThat(SlurmText.memoryMib("cpu=4,mem=32000M,node=4,billing=4")).isEqualTo(32_000);
        assertThat(SlurmText.memoryMib("cpu=4,mem=1.5G")).isEqualTo(2_048);
        assertThat(SlurmText.memoryMib("mem=2T")).isEqualTo(2L << 20);
        assertThat(SlurmText.memoryMib("mem=1025K")).isEqualTo(2);
        assertThat(SlurmText.memoryMib("cpu=4")).isZero();
    }

    @Test
    void readsLimits() {
        assertThat(SlurmText.limitSec("15:00")).hasValue(900);
        assertThat(SlurmText.limitSec("1:00:30")).hasValue(3_630);
        assertThat(SlurmText.limitSec("2-01:00:00")).hasValue(2 * 86_400 + 3_600);
        assertThat(SlurmText.limitSec("UNLIMITED")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> SlurmText.limitSec("long"));
    }
}
