package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of jobs as users of Slurm write them. */
class JobIdsTest {
    @Test
    void numbersArraysAndStepsAreRead() {
        assertThat(JobIds.parse(List.of("12,13_3", "14_[1-3,7],15_2-4", "16.batch"))
                        .ids())
                .containsExactly(
                        new JobIds.Id(12, Optional.empty(), Optional.empty()),
                        new JobIds.Id(13, Optional.of(IdSet.of(3)), Optional.empty()),
                        new JobIds.Id(14, Optional.of(IdSet.of(1, 2, 3, 7)), Optional.empty()),
                        new JobIds.Id(15, Optional.of(IdSet.of(2, 3, 4)), Optional.empty()),
                        new JobIds.Id(16, Optional.empty(), Optional.of("batch")));
    }

    @Test
    void theNumbersThatAreWrittenAreThoseOfTheQuestion() {
        assertThat(JobIds.parse(List.of("12,13_3,12_1")).bases()).isEqualTo(IdSet.of(12, 13));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "12_", "12+1", "12.x", "-5", "12_[]", "99999999999999999999"})
    void otherWordsAreRefusedByName(String word) {
        assertThatThrownBy(() -> JobIds.parse(List.of(word)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(word);
    }
}
