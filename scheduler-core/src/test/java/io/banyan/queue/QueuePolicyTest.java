package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuePolicyTest {
    @Test
    void aNameIsEnough() {
        assertThat(QueuePolicy.parse("fcfs").overtakes()).isFalse();
        assertThat(QueuePolicy.parse("easy").reservations()).isEqualTo(1);
        assertThat(QueuePolicy.parse("conservative").reservations()).isEqualTo(QueuePolicy.ALL);
    }

    @Test
    void depthsCanBeChosen() {
        QueuePolicy policy = QueuePolicy.parse("hybrid:reservation-depth=8:queue-depth=1000");
        assertThat(policy).isEqualTo(new QueuePolicy("hybrid", 8, 1000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lifo|there is no queue policy 'lifo'; expected one of fcfs, easy, conservative, hybrid, deadline",
                "easy:reservation-depth=2|easy does not accept reservation-depth; use hybrid instead",
                "easy:depth=2|a queue policy can be followed by :reservation-depth=NUMBER or :queue-depth=NUMBER, found 'depth=2'",
                "hybrid:queue-depth=0|queue-depth must be 1 or more, found 0",
                "hybrid:reservation-depth=0|reservation-depth must be 1 or more, found 0; without a reservation no job may overtake, which is fcfs",
                "hybrid:queue-depth=-1|a queue policy can be followed by :reservation-depth=NUMBER or :queue-depth=NUMBER, found 'queue-depth=-1'",
            })
    void whatIsNoneIsRefused(String words, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueuePolicy.parse(words))
                .withMessage(sentence);
    }
}
