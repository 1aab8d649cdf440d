package io.banyan.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class ConnectionGateTest {
    private final ConnectionGate gate = new ConnectionGate(8);

    private int entered(String machine) {
        int entered = 0;
        while (gate.enter(machine)) {
            entered++;
        }
        return entered;
    }

    @Test
    void noMachineHasMoreConnectionsThanAreLeftForOthers() {
        assertThat(entered("10.0.0.1")).isEqualTo(4);
        assertThat(entered("10.0.0.2")).isEqualTo(2);
        gate.leave("10.0.0.1");
        gate.leave("10.0.0.1");
        assertThat(entered("10.0.0.2")).isEqualTo(1);
    }

    @Test
    void aConnectionThatIsOneTooManyIsClosedAndOneThatIsOverMakesRoom() {
        var narrow = new ConnectionGate(2);
        var server = new EmbeddedChannel(narrow);
        var first = new EmbeddedChannel();
        server.writeInbound(first);
        assertThat(server.<EmbeddedChannel>readInbound()).isSameAs(first);
        var second = new EmbeddedChannel();
        server.writeInbound(second);
        assertThat(second.isOpen()).isFalse();
        assertThat(server.<EmbeddedChannel>readInbound()).isNull();
        assertThat(first.close().isSuccess()).isTrue();
        var third = new EmbeddedChannel();
        server.writeInbound(third);
        assertThat(third.isOpen()).isTrue();
    }
}
