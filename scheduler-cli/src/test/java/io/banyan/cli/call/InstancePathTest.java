package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstancePathTest {

    @ParameterizedTest
    @ValueSource(strings = {"1", "//", "/1/", ""})
    void refusesWhatIsNoPath(String path) {
        Run run = Run.banyan("jobs", "--state", "nowhere", "--instance", path);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("banyan: --instance must be a path of job ids such as / or /1/1, found '" + path + "'");
    }
}
