package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.match.policy.MatchOperation;
import io.banyan.provider.Estimate;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.PostgresUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A daemon whose provider has a budget, and the next one on its state directory. A node costs a dollar for each hour
 * that has begun.
 */
@Timeout(120)
class BudgetTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");

    @TempDir
    private Path directory;

    private StateDirectory state;
    private Path ledger;

    @BeforeEach
    void makeTheProvider() throws Exception {
        state = new StateDirectory(directory.resolve("state"));
        ledger = state.ledger("shop");
        Path script = Files.writeString(directory.resolve("shop.sh"), """
                #!/usr/bin/env bash
                cd "$(dirname "$0")" && mkdir -p there || exit 2
                input=$(cat)
                [[ $input =~ \\"request_id\\":\\"([^\\"]*)\\" ]] && id=${BASH_REMATCH[1]}
                case $1 in
                estimate) echo '{"items": [{"count": 1, "what": "a node", "price": 1}]}' ;;
                release) rm -f "there/$id" ;;
                inventory)
                    printf '{"holdings": ['
                    comma=
                    for it in $(ls there); do
                        printf '%s{"request_id": "%s", "handle": "/cluster0/%s", "user": "", "price": 1}' "$comma" "$it" "$it"
                        comma=,
                    done
                    echo ']}' ;;
                provision)
                    touch "there/$id"
                    cat <<END
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}},
                  {"id": "1", "metadata": {"type": "node", "basename": "$id", "id": 0, "rank": 0, "properties": {"price": "1"},
                   "paths": {"containment": "/cluster0/$id"}}}],
                 "edges": [{"source": "0", "target": "1"}]}}
                END
                    ;;
                esac
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void whatWasSpentIsKnownToTheNextDaemon() throws Exception {
        try (Daemon daemon = Daemon.start(config(GraphFile.of(GRAPH)).build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            take(client, 8);
            assertThat(grow(client, "g1")).isInstanceOf(RequestOutcome.Done.class);
            take(client, 1);
            assertThat(grow(client, "g2")).isInstanceOf(RequestOutcome.Done.class);
            take(client, 1);
            assertThat(grow(client, "g3").toString())
                    .contains("this provider may spend 2 USD in 30 days, has spent 2 USD since ");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ledger)))
                    .isEqualTo("rw-------");
        }
        try (Daemon daemon = Daemon.start(config(new Founded()).build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            client.cancel(new JobRequest.Cancel(new JobId(2)));
            client.shrink(new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
            assertThat(directory.resolve("there").resolve("g1")).doesNotExist();
            assertThat(grow(client, "g4").toString()).contains("has spent 2 USD since ");
            assertThat(client.estimate(DaemonTest.nodes(1)).getFirst().estimate())
                    .isInstanceOf(Estimate.NotNow.class);
            assertThat(directory.resolve("there").resolve("g2")).exists();
        }
    }

    @Test
    void aDaemonWhoseLedgerIsDamagedDoesNotStart() throws Exception {
        try (Daemon daemon = Daemon.start(config(GraphFile.of(GRAPH)).build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            take(client, 8);
            assertThat(grow(client, "g1")).isInstanceOf(RequestOutcome.Done.class);
        }
        Files.writeString(ledger, "0123", StandardOpenOption.APPEND);
        Daemon.start(config(new Founded()).build()).close();
        Files.writeString(ledger, "4567\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Daemon.start(config(new Founded()).build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("The ledger " + ledger + " is damaged at line ");
    }

    @Test
    void daemonsThatShareAJournalHaveNoBudget() {
        var sharing = StandbySettings.of(PostgresUrl.parse("postgresql://127.0.0.1/banyan"));
        var shared = config(GraphFile.of(GRAPH)).sharing(Optional.of(sharing));
        assertThatThrownBy(shared::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("support neither 'budget' nor 'user-budget'");
    }

    private DaemonConfig.Builder config(ResourceSource source) {
        ProviderSpec shop = ProviderSpec.parse(
                "exec=" + directory.resolve("shop.sh") + ",protocol=2,name=shop,budget=2,billing=3600");
        return DaemonConfig.of(state, "top", source).asking(GrowOrder.PROVIDER_ONLY, List.of(shop));
    }

    private BanyanClient client() throws Exception {
        return BanyanClient.ofStateDirectory(state.path());
    }

    private static void take(BanyanClient client, int nodes) throws Exception {
        var match = new JobRequest.Match(DaemonTest.nodes(nodes), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "job");
        assertThat(client.match(match)).isInstanceOf(RequestOutcome.Done.class);
    }

    private static RequestOutcome<Growth> grow(BanyanClient client, String id) throws Exception {
        return client.grow(new Request.Grow(id, Optional.empty(), DaemonTest.nodes(1), 30_000));
    }
}
