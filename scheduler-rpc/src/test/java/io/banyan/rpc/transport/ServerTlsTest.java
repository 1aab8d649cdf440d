package io.banyan.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ServerTlsTest {
    @TempDir
    private Path directory;

    @Test
    void whoCouldNotBeToldOfACertificateIsToldAgain() throws Exception {
        var authority = new TestAuthority(directory, "authority");
        Path certificate = directory.resolve("server.pem");
        Path key = directory.resolve("server.key");
        authority.issueServer("first", certificate, key);
        List<String> told = new CopyOnWriteArrayList<>();
        ServerTls.Followers followers = text -> {
            told.add(text);
            if (told.size() == 2) {
                throw new IOException("The disk is full.");
            }
        };
        try (ServerTls tls = ServerTls.open(new TlsFiles(certificate, key, Optional.empty()), followers)) {
            assertThat(tls.context().isServer()).isTrue();
            authority.issueServer("second", certificate, key);
            String second = PemFiles.text(TestAuthority.read(certificate));
            await().until(() -> told.size() >= 3);
            assertThat(told.subList(1, 3)).containsExactly(second, second);
        }
    }
}
