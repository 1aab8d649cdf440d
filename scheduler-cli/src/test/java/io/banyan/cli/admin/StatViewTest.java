package io.banyan.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.match.policy.TraverserKind;
import io.banyan.resource.MatchSubsystems;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of a daemon whose jobs draw power. */
class StatViewTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void showsWhatIsDrawnFromEverySupplyAndWhatIsLeft() throws Exception {
        String state = directory.resolve("state").toString();
        var config = DaemonConfig.of(
                        new StateDirectory(Path.of(state)),
                        "site",
                        GraphFile.of(Path.of("..", "resource-graphs", "watts.graphml")))
                .walking(TraverserKind.SIMPLE, MatchSubsystems.parse("C+PA"))
                .build();
        try (Daemon daemon = Daemon.start(config)) {
            assertThat(daemon.address()).isNotNull();
            assertThat(Run.banyan("match", "allocate", "../jobspecs/power.yaml", "--state", state)
                            .err())
                    .isEmpty();
            assertThat(Run.banyan("stat", "--state", state).out())
                    .contains("supply             type   drawn  left  total\n")
                    .contains("/powerpanel0       power    300  1200   1500\n")
                    .contains("/powerpanel0/pdu0  power      0  1000   1000\n")
                    .contains("/powerpanel0/pdu1  power    300   700   1000\n");
            assertThat(Run.banyanReading("stat\n", "query", "--connect", "--state", state)
                            .out())
                    .contains("INFO: Supply of power: /powerpanel0/pdu1 300 drawn, 700 left of 1000");
        }
    }
}
