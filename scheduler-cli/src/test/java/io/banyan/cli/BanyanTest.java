package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BanyanTest {
    @Test
    void printsItsVersion() {
        Run run = Run.banyan("--version");
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("banyan ");
    }

    @Test
    void listsItsCommands() {
        Run run = Run.banyan("--help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("jobspec", "Exit status");
    }

    @Test
    void saysOneClearThingOfAnUnknownOption() {
        Run run = Run.banyan("jobspec", "validate", "--outptu", "json");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("--outptu", "Maybe '--output' is meant.", "Try 'banyan jobspec validate --help'.")
                .doesNotContain("\tat ");
    }

    @Test
    void saysOneClearThingOfAnUnknownCommand() {
        Run run = Run.banyan("jobspecs");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .contains("'jobspecs'", "Maybe 'jobspec' is meant.")
                .doesNotContain("\tat ");
    }

    @Test
    void asksForACommandWhereThereIsNone() {
        Run run = Run.banyan();
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--help");
    }

    @Test
    void writesACompletionScript() {
        Run run = Run.banyan("generate-completion");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("complete -F", "jobspec");
    }
}
