package io.banyan.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.security.Connection.Peer;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectionGateTest {
    private final ConnectionGate gate = new ConnectionGate(16, channel -> Optional.empty());

    private static EmbeddedChannel connect(ConnectionGate gate) {
        var server = new EmbeddedChannel(gate);
        var connection = new EmbeddedChannel();
        server.writeInbound(connection);
        return connection;
    }

    private static GuardedConnection guard(EmbeddedChannel connection) {
        return connection.pipeline().get(GuardedConnection.class);
    }

    private static boolean isOpen(EmbeddedChannel connection) {
        connection.runPendingTasks();
        return connection.isOpen();
    }

    @Test
    void aNewStrangerTakesThePlaceOfTheOldestOne() {
        List<EmbeddedChannel> strangers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            strangers.add(connect(gate));
        }
        // A quarter of the 16 is for strangers.
        assertThat(strangers.stream().map(ConnectionGateTest::isOpen))
                .containsExactly(false, false, true, true, true, true);
    }

    @Test
    void strangersNeverCloseAConnectionOverWhichACredentialCame() {
        EmbeddedChannel known = connect(gate);
        assertThat(guard(known).admit("alice", false)).isTrue();
        for (int i = 0; i < 100; i++) {
            connect(gate);
        }
        assertThat(isOpen(known)).isTrue();
    }

    @Test
    void noClientHasMoreConnectionsThanAreLeftForOthersAndTheOwnerIsNeverRefused() {
        // Twelve of the 16 are for clients.
        assertThat(admitted("alice")).isEqualTo(6);
        assertThat(admitted("bob")).isEqualTo(3);
        assertThat(admitted("carol")).isEqualTo(2);
        assertThat(admitted("dave")).isEqualTo(1);
        assertThat(admitted("erin")).isZero();
        for (int i = 0; i < 20; i++) {
            assertThat(guard(connect(gate)).admit("owner", true)).isTrue();
        }
    }

    private int admitted(String client) {
        int admitted = 0;
        while (guard(connect(gate)).admit(client, false)) {
            admitted++;
        }
        return admitted;
    }

    @Test
    void aConnectionThatIsOverMakesRoom() {
        var narrow = new ConnectionGate(2, channel -> Optional.empty());
        EmbeddedChannel first = connect(narrow);
        assertThat(guard(first).admit("alice", false)).isTrue();
        assertThat(guard(connect(narrow)).admit("alice", false)).isFalse();
        assertThat(first.close().isSuccess()).isTrue();
        assertThat(guard(connect(narrow)).admit("alice", false)).isTrue();
    }

    @Test
    void aUserOfTheMachineIsCountedAtOnceAndOneTooManyIsClosed() {
        var local = new ConnectionGate(8, channel -> Optional.of(new Peer("mallory", false)));
        List<EmbeddedChannel> connections = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            connections.add(connect(local));
        }
        // Three quarters of eight are six, of which one user has the half.
        assertThat(connections.stream().map(ConnectionGateTest::isOpen))
                .containsExactly(true, true, true, false, false);
        @Nullable GuardedConnection none = guard(connections.getLast());
        assertThat(none).isNull();
    }
}
