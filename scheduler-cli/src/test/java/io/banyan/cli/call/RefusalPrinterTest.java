package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.match.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalPrinterTest {
    private static final Answer.Refused NO = new Answer.Refused(
            false,
            List.of(
                    new LevelReasons("/3", LevelReasons.LOCAL, List.of(new Reason("node", 8, 3, "are free"))),
                    new LevelReasons("/", "cloud", List.of(Reason.said("no capacity")))));

    @Test
    void everyReasonHasALineAndWhatAProviderSaidIsShownAlone() {
        assertThat(RefusalPrinter.text(NO).lines())
                .containsExactly(
                        "No: the resources are not available now",
                        "  /3  node: 8 needed, 3 are free",
                        "  / (cloud)  no capacity");
    }

    @Test
    void whereNobodyLookedForResourcesItIsNotSaidThatTheyAreMissing() {
        var spent = new LevelReasons(
                "/3", LevelReasons.LOCAL, List.of(Reason.said("request g was granted and has been returned")));
        assertThat(RefusalPrinter.text(new Answer.Refused(false, List.of(spent)))
                        .lines())
                .containsExactly("No: the request was refused", "  /3  request g was granted and has been returned");
    }
}
