package io.banyan.bench.filling;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.bench.filling.PretendedFilling.Lengths;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PretendedFillingTest {
    @Test
    void aListScheduleGivesEachTaskToTheFirstFreeCore() {
        long[] micros = new long[65];
        Arrays.fill(micros, 10);
        micros[0] = 4;
        // The last task follows the first one on its core.
        assertThat(PretendedFilling.listSchedule(micros)).isEqualTo(14);
    }

    @Test
    void equalTasksKeepTheCoresBusy() {
        PretendedFilling filling = PretendedFilling.run(Lengths.EQUAL.draw(20_000, 1), true);
        assertThat(filling.busyPercent()).isBetween(95.0, 100.0);
    }

    @Test
    void recallsShareLongTasksThatWaitTogether() {
        long[] micros = Lengths.BLOCKS.draw(2_000, 1);
        double bound = PretendedFilling.listSchedule(micros);
        // A worker has 32 tasks at first: with long ones in its queue it needs twice the time of the others.
        assertThat(PretendedFilling.run(micros, true).span()).isLessThan((long) (1.1 * bound));
        assertThat(PretendedFilling.run(micros, false).span()).isGreaterThan((long) (1.5 * bound));
    }

    @Test
    void recallsDoNotMakeSkewedTasksLater() {
        long[] micros = Lengths.PARETO.draw(5_000, 3);
        long with = PretendedFilling.run(micros, true).span();
        assertThat(with).isLessThanOrEqualTo(PretendedFilling.run(micros, false).span());
        assertThat((double) with).isLessThan(1.05 * PretendedFilling.listSchedule(micros));
    }
}
