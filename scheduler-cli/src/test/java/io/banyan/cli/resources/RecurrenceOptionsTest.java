package io.banyan.cli.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.value.Recurrence;
import io.banyan.rpc.config.LocalZone;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** In which zone a reservation comes again. */
class RecurrenceOptionsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_000_000L);
    private static final LocalZone NONE =
            new LocalZone(ZoneId.of("GMT"), Optional.of("TZ is 'Nowhere/Foo', which is not a known time zone"));

    private static Recurrence recurrence(LocalZone here, String every) {
        var options = new RecurrenceOptions();
        CommandLine.populateCommand(options, "--every", every);
        return options.recurrence(NOW, here);
    }

    @Test
    void aDayIsOneOfTheZoneOfWhoeverMakesIt() {
        LocalZone berlin = new LocalZone(ZoneId.of("Europe/Berlin"), Optional.empty());
        assertThat(recurrence(berlin, "day").zone()).isEqualTo("Europe/Berlin");
    }

    @Test
    void whereNobodyKnowsWhichZoneIsMeantNoneIsTaken() {
        assertThatThrownBy(() -> recurrence(NONE, "week")).hasMessageContaining("TZ is 'Nowhere/Foo'");
        assertThat(recurrence(NONE, "12h").zone())
                .as("hours are the same everywhere")
                .isEmpty();
    }
}
