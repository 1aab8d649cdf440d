package io.banyan.sim.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.Malleable;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApplicationFileTest {
    private static List<Application> read(String text) throws Exception {
        return ApplicationFile.read(new BufferedReader(new StringReader(text)), "a.txt");
    }

    @Test
    void betweenItsPointsAFunctionIsStraight() throws Exception {
        Application one = read("# kinds\n\n solver | 2 8 2 | 2:30 4:20 8:12 | 2:1 8:2.5 # and so on\n")
                .getFirst();
        assertThat(one.name()).isEqualTo("solver");
        assertThat(one.bounds()).isEqualTo(new Malleable(2, 8, 2));
        assertThat(one.runSec().at(2)).isEqualTo(30);
        assertThat(one.runSec().at(3)).isEqualTo(25);
        assertThat(one.runSec().at(6)).isEqualTo(16);
        assertThat(one.runSec().at(1)).as("before the first").isEqualTo(30);
        assertThat(one.runSec().at(64)).as("after the last").isEqualTo(12);
        assertThat(one.rescaleSec(8, 2)).as("of the greater amount").isEqualTo(2.5);
    }

    @Test
    void theKindsThatComeWithTheProgramHaveTheBoundsOfThePaper() {
        assertThat(Applications.jacobi())
                .extracting(Application::bounds)
                .containsExactly(
                        new Malleable(2, 8, 1),
                        new Malleable(4, 16, 1),
                        new Malleable(8, 32, 1),
                        new Malleable(16, 64, 1));
        for (Application one : Applications.jacobi()) {
            for (long slots = one.bounds().min(); slots < one.bounds().max(); slots++) {
                assertThat(one.runSec().at(slots + 1)).isLessThan(one.runSec().at(slots));
            }
            for (long slots = one.bounds().min(); slots < one.bounds().max(); slots *= 2) {
                assertThat(2 * one.runSec().at(2 * slots))
                        .as("twice the slots make %s no more than twice as fast", one.name())
                        .isGreaterThanOrEqualTo(one.runSec().at(slots));
            }
        }
    }

    @Test
    void anAmountStandsOnceAndEachKindHasAName() {
        assertWrong("x|1 2 1|2:22 2:9|1:1", "a.txt, line 1: expected each amount once, found '2:9' after 2:22");
        assertWrong("x|1 2 1|2:22|1:1 1:1", "a.txt, line 1: expected each amount once, found '1:1' after 1:1");
        assertWrong("  |1 2 1|2:22|1:1", "a.txt, line 1: expected a name before the first |, found none");
    }

    @Test
    void whatACheckpointTakesMayStandBehind() throws Exception {
        List<Application> two = read("a | 2 8 2 | 2:30 8:12 | 2:1 | 2:4 8:10 | 1:7.5\nb | 2 8 2 | 2:30 8:12 | 2:1\n");
        Checkpoint checkpoint = two.getFirst().checkpoint().orElseThrow();
        assertThat(checkpoint.writeSec(5)).isEqualTo(7);
        assertThat(checkpoint.restartSec(8)).isEqualTo(7.5);
        assertThat(checkpoint.lostSec(8)).isEqualTo(17.5);
        assertThat(two.getLast().checkpoint()).isEmpty();
        String known =
                "a.txt, line 1: expected | checkpoint times | restart times after the rescale times, or neither, found ";
        assertWrong("x|1 2 1|1:1|1:1|1:1", known + "'x|1 2 1|1:1|1:1|1:1'");
        assertWrong("x|1 2 1|1:1|1:1|1:1|1:1|1:1", known + "'x|1 2 1|1:1|1:1|1:1|1:1|1:1'");
        assertWrong(
                "x|1 2 1|1:1|1:1|1:1|none",
                "a.txt, line 1: expected an amount and seconds, such as 8:12.5, found 'none'");
    }

    @Test
    void whatIsNoneIsNamed() {
        assertWrong("", "a.txt must have 1 to 1000 kinds of jobs, found 0");
        assertWrong(
                "\nx | 1 2\n",
                "a.txt, line 2: expected name | min max unit | run times | rescale times, found 'x | 1 2'");
        assertWrong("x|1 2|1:1|1:1", "a.txt, line 1: expected min, max and unit, found '1 2'");
        assertWrong(
                "x|1 2 1|1:one|1:1", "a.txt, line 1: expected an amount and seconds, such as 8:12.5, found '1:one'");
        assertWrong(
                "x|3 2 1|1:1|1:1",
                "a.txt, line 1: a malleable job accepts min, min + unit, ... up to max, found min 3, max 2, unit 1");
    }

    private static void assertWrong(String text, String message) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(text))
                .withMessage(message);
    }
}
