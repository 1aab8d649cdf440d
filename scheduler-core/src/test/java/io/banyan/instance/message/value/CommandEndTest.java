package io.banyan.instance.message.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests what is said about the end of a command. */
class CommandEndTest {
    @Test
    void aSignalIsNamedWhereItCanBeOne() {
        assertThat(new CommandEnd(3)).hasToString("its command ended with status 3");
        assertThat(new CommandEnd(137)).hasToString("its command ended with status 137 (signal 9)");
        assertThat(new CommandEnd(192)).hasToString("its command ended with status 192 (signal 64)");
        assertThat(new CommandEnd(255)).hasToString("its command ended with status 255");
        assertThat(CommandEnd.in(new CommandEnd(137) + "")).hasValue(137);
    }

    @Test
    void theReasonWhyACommandDidNotBeginIsOneLine() {
        assertThat(CommandEnd.notBegun("no user.\nMaybe: add one"))
                .isEqualTo(CommandEnd.NOT_BEGUN + "no user. Maybe: add one");
    }

    @Test
    void onlyACommandThatIsKnownToHaveEndedWellIsNoFailure() {
        assertThat(CommandEnd.isFailure(new CommandEnd(0).toString())).isFalse();
        assertThat(CommandEnd.isFailure("the instance was asked to stop")).isFalse();
        assertThat(CommandEnd.isFailure(new CommandEnd(1).toString())).isTrue();
        assertThat(CommandEnd.isFailure(CommandEnd.NOT_BEGUN + "/x (Is a directory)"))
                .isTrue();
        assertThat(CommandEnd.isFailure(CommandEnd.UNSEEN)).isTrue();
    }
}
