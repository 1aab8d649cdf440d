package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    @Test
    void rehearsesOnlyCommandsThatExist() throws Exception {
        assertThat(new Rehearsal(Path.of("..")).run()).isEmpty();
    }
}
