package io.banyan.rpc.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** The addresses at which ranks are served. */
class PmiSettingTest {
    @Test
    void tasksOfThisMachineUseTheLoopbackAddress() throws Exception {
        assertThat(PmiSetting.parse("auto").address(false))
                .hasValue(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }

    /** There it would be the loopback address of another machine. */
    @Test
    void tasksOfOtherMachinesNeverUseTheLoopbackAddress() throws Exception {
        assertThat(PmiSetting.parse("auto").address(true).filter(InetAddress::isLoopbackAddress))
                .isEmpty();
    }

    @Test
    void anAddressCanBeNamed() throws Exception {
        assertThat(PmiSetting.parse("127.0.0.2").address(true))
                .hasValue(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}));
        assertThat(PmiSetting.parse("127.0.0.2")).hasToString("127.0.0.2");
    }

    /** MPI libraries look for a port behind the first colon. */
    @Test
    void anAddressOfIpv6IsRefused() {
        assertThatThrownBy(() -> PmiSetting.parse("::1").address(true))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "'::1' (execution.pmi) has no IPv4 address, and MPI libraries connect only to IPv4 addresses");
    }

    @Test
    void nothingIsServedWhereItIsOff() throws Exception {
        assertThat(PmiSetting.parse("off").address(false)).isEmpty();
        assertThat(PmiSetting.parse("off")).hasToString("off");
    }
}
