package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void aReasonWithNumbersIsShownWithThem() {
        assertThat(new Reason("node", 8, 3, "are free")).hasToString("node: 8 needed, 3 are free");
    }

    @Test
    void aReasonThatWasSaidIsShownAsItsTextAlone() {
        assertThat(Reason.said("no capacity")).hasToString("no capacity");
    }

    @Test
    void escapeSequencesAreTakenOutAndControlCharactersBecomeSpaces() {
        String coloured =
                "\u001b[1;31mno\u001b[0m\r\n\tcapacity\u0000\u001b]0;title\u0007 \u009b2Jtoday\u001bc\u001b\n";
        assertThat(Reason.said(coloured)).hasToString("no capacity today");
    }

    @Test
    void aTextOfNothingSaysSo() {
        assertThat(Reason.said("\u001b[0m\n")).hasToString("no reason was given");
    }

    @Test
    void aLongTextIsCutAtAWholeCharacter() {
        assertThat(Reason.said("x".repeat(Reason.MAX_TEXT)).why()).hasSize(500).endsWith("x");
        assertThat(Reason.said("x".repeat(Reason.MAX_TEXT + 1)).why())
                .hasSize(500)
                .endsWith("x...");
        String faces = "x" + "\ud83d\ude00".repeat(300);
        assertThat(Reason.said(faces).why()).hasSize(500).endsWith("\ude00...");
        assertThat(Reason.said("x" + faces).why()).hasSize(499).endsWith("\ude00...");
    }
}
