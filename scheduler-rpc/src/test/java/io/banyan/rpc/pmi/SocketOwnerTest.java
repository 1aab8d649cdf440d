package io.banyan.rpc.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The users of connections in a table of the kernel's form. */
class SocketOwnerTest {
    private static final String LOCAL = "0100007F:8AE0";
    private static final String REMOTE = "0100007F:1F90";

    @TempDir
    private Path directory = Path.of("");

    private Path table(String uid) throws Exception {
        return Files.writeString(directory.resolve("tcp"), """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
                   0: 0100007F:1F90 0100007F:8AE0 01 00000000:00000000 00:00000000 00000000     0        0 1 1 0 20
                   1: 0100007F:8AE0 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 UID        0 2 1 0 20
                """.replace("UID", uid));
    }

    /** Numbers of ten digits are those that domain controllers assign. */
    @Test
    void aUserCanHaveANumberOfTenDigits() throws Exception {
        assertThat(SocketOwner.in(table("1877600513"), LOCAL, REMOTE)).hasValue(1_877_600_513);
        assertThat(SocketOwner.in(table("1000"), LOCAL, REMOTE)).hasValue(1_000);
        assertThat(SocketOwner.in(table("1000"), LOCAL, LOCAL)).isEmpty();
    }

    @Test
    void aNumberIsUnsigned() throws Exception {
        assertThat(SocketOwner.in(table("4294967294"), LOCAL, REMOTE)).hasValue(-2);
    }
}
