package io.banyan.rpc.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the environment names the time zone that is used. */
class LocalZoneTest {
    private static final ZoneId USED = ZoneId.of("GMT");

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Europe/Berlin", ":Europe/Berlin", "posix/Europe/Berlin", "UTC", "GMT", "Etc/UTC", "GMT+3"})
    void oneThatIsKnownIsNoProblem(String named) {
        assertThat(LocalZone.of(named, USED).problem()).isEmpty();
        assertThat(LocalZone.of(null, USED).problem()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nowhere/Foo", "Europe/Berlim", "/usr/share/zoneinfo/Europe/Berlin"})
    void oneThatIsNotIsNamed(String named) {
        assertThat(LocalZone.of(named, USED).problem())
                .contains(
                        "TZ is '" + named
                                + "', which is not a known time zone; the time zone is GMT instead. A known time zone is, for example, Europe/Berlin");
    }

    @Test
    void theOneThatIsUsedIsTold() {
        assertThat(LocalZone.current().zone()).isEqualTo(ZoneId.systemDefault());
    }
}
