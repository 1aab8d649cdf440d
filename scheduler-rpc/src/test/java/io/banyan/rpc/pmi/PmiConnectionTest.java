package io.banyan.rpc.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The lines of one connection. */
class PmiConnectionTest {
    /** Each byte of it may come soon after the one before. */
    @Test
    void aLineThatDoesNotEndInTimeIsGivenUp() throws Exception {
        var socket = new Socket() {
            @Override
            public InputStream getInputStream() {
                return new ByteArrayInputStream("cmd=initack\n".getBytes(StandardCharsets.US_ASCII));
            }

            @Override
            public OutputStream getOutputStream() {
                return OutputStream.nullOutputStream();
            }
        };
        try (var connection = new PmiConnection(socket)) {
            assertThatThrownBy(() -> connection.read(Duration.ZERO)).isInstanceOf(SocketTimeoutException.class);
            assertThat(connection.read(Duration.ofMinutes(10))).contains("cmd=initack");
        }
    }
}
