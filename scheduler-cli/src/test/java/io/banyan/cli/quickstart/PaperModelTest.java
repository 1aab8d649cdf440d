package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperModelTest {
    /** The paper's requests with its own predictions, in seconds to three places. */
    @ParameterizedTest
    @CsvSource({
        "4480, 0.817",
        "2240, 0.410",
        "1120, 0.207",
        "560, 0.106",
        "280, 0.055",
        "140, 0.029",
        "70, 0.017",
        "36, 0.011"
    })
    void predictsWhatThePaperPredicts(int elements, double seconds) {
        assertThat(PaperModel.millis(elements)).isCloseTo(1000 * seconds, within(0.5));
    }
}
