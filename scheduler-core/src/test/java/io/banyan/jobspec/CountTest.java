package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.banyan.jobspec.Count.Operator;
import io.banyan.rset.IdSet;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CountTest {
    @Test
    void takesTheLargestStepThatFits() {
        assertThat(new Count(2, 8, Operator.MULTIPLY, 2).calc(5)).isEqualTo(4);
        assertThat(new Count(2, 100, Operator.POWER, 2).calc(100)).isEqualTo(16);
        assertThat(new Count(3, 20, Operator.ADD, 5).calc(17)).isEqualTo(13);
        assertThat(Count.exactly(4).calc(3)).isZero();
        assertThat(Count.exactly(4).calc(9)).isEqualTo(4);
        assertThat(Count.atLeast(1).calc(7)).isEqualTo(7);
    }

    @Test
    void staysExactNearTheLargestNumbers() {
        assertThat(Count.atLeast(1).effectiveMax()).isEqualTo(Count.UNBOUNDED);
        assertThat(new Count(1, Count.UNBOUNDED, Operator.MULTIPLY, 2).effectiveMax())
                .isEqualTo(1L << 31);
        assertThat(new Count(2, Count.UNBOUNDED, Operator.POWER, 2).effectiveMax())
                .isEqualTo(65_536);
        assertThat(new Count(2, Count.UNBOUNDED, Operator.POWER, Count.UNBOUNDED).effectiveMax())
                .isEqualTo(2);
        assertThat(new Count(Count.UNBOUNDED, Count.UNBOUNDED, Operator.POWER, 2).effectiveMax())
                .isEqualTo(Count.UNBOUNDED);
    }

    @Test
    void refusesWhatTheGrammarForbids() {
        assertRefused(0, 1, Operator.ADD, 1, "min");
        assertRefused(3, 2, Operator.ADD, 1, "max");
        assertRefused(1, 2, Operator.ADD, 0, "operand");
        assertRefused(1, 2, Operator.MULTIPLY, 1, "operand");
        assertRefused(2, 4, Operator.POWER, 1, "operand");
        assertRefused(1, 4, Operator.POWER, 2, "min");
        assertRefused(1, Count.UNBOUNDED + 1, Operator.ADD, 1, "max");
    }

    private static void assertRefused(long min, long max, Operator operator, long operand, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Count(min, max, operator, operand))
                .withMessageContaining(named);
    }

    @Test
    void saysItselfAsARange() {
        assertThat(Count.exactly(4)).hasToString("4");
        assertThat(Count.atLeast(2)).hasToString("2+");
        assertThat(new Count(2, 8, Operator.MULTIPLY, 2)).hasToString("2-8:2*");
        assertThat(new Count(2, 8, Operator.ADD, 3)).hasToString("2-8:3");
    }

    @Property
    void agreesWithWalkingAllSteps(
            @ForAll @LongRange(min = 1, max = 40) long min,
            @ForAll @LongRange(min = 0, max = 300) long more,
            @ForAll Operator operator,
            @ForAll @LongRange(min = 1, max = 6) long operand,
            @ForAll @LongRange(min = 0, max = 400) long qualified) {
        Assume.that(operator == Operator.ADD || operand >= 2);
        Assume.that(operator != Operator.POWER || min >= 2);
        Count count = new Count(min, min + more, operator, operand);
        assertThat(count.calc(qualified)).isEqualTo(naive(count, qualified));
    }

    private static long naive(Count count, long qualified) {
        BigInteger best = BigInteger.ZERO;
        BigInteger most = BigInteger.valueOf(Math.min(count.max(), qualified));
        BigInteger operand = BigInteger.valueOf(count.operand());
        BigInteger amount = BigInteger.valueOf(count.min());
        while (amount.compareTo(most) <= 0) {
            best = amount;
            amount = switch (count.operator()) {
                case ADD -> amount.add(operand);
                case MULTIPLY -> amount.multiply(operand);
                case POWER -> amount.pow(operand.intValueExact());
            };
        }
        return best.longValueExact();
    }

    @Test
    void whatIsBeyondAPartMakesAnAmountThatWillDoTogetherWithIt() {
        var random = new Random(26);
        for (int round = 0; round < 500; round++) {
            Count count = anyCount(random);
            long had = random.nextLong(count.min());
            Count rest = count.beyond(had);
            for (long more = 1; more <= 80; more++) {
                assertThat(rest.calc(more) == more)
                        .as("%s, %d there and %d more", count, had, more)
                        .isEqualTo(count.calc(had + more) == had + more);
            }
        }
    }

    private static Count anyCount(Random random) {
        long min = 2L + random.nextInt(6);
        long max = random.nextInt(5) == 0 ? Count.UNBOUNDED : min + random.nextInt(60);
        long operand = 2L + random.nextInt(3);
        return switch (random.nextInt(5)) {
            case 0 -> new Count(min, max, Count.Operator.ADD, 1);
            case 1 -> new Count(min, max, Count.Operator.ADD, operand);
            case 2 -> new Count(min, max, Count.Operator.MULTIPLY, operand);
            case 3 -> new Count(min, max, Count.Operator.POWER, operand);
            default -> Count.among(IdSet.of(min, min + 3, min + 4, min + 20));
        };
    }
}
