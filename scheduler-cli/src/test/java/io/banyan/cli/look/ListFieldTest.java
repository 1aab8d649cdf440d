package io.banyan.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListFieldTest {
    @Test
    void theHelpNamesAllFields() {
        assertThat(JobField.NAMES.replace(",", "")).isEqualTo(ListField.names(JobField.all()));
        assertThat(NodeField.NAMES.replace(",", "")).isEqualTo(ListField.names(NodeField.all()));
    }
}
