package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.resource.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
    @TempDir
    Path directory;

    @Test
    void aTokenNeverShowsItself() {
        Token token = Token.random();
        assertThat(token.toString()).doesNotContain(token.secret());
        assertThatThrownBy(() -> Token.of(token.secret() + "\n;")).hasMessageNotContaining(token.secret());
    }

    @Test
    void theFileIsReadOnceItIsWritten() throws Exception {
        Path file = directory.resolve("token");
        Token made = TokenFile.readOrMake(file);
        assertThat(file).doesNotExist();
        TokenFile.write(file, made);
        assertThat(TokenFile.readOrMake(file).matches(made)).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(directory.toFile().list()).containsExactly("token");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws Exception {
        Path file = directory.resolve("token");
        TokenFile.write(file, Token.random());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> TokenFile.read(file)).hasMessageContaining("chmod 600");
    }

    @Test
    void aFileWithSomethingElseIsRefusedWithoutRepeatingIt() throws Exception {
        Path file = directory.resolve("token");
        TokenFile.write(file, Token.random());
        Files.writeString(file, "password");
        assertThatThrownBy(() -> TokenFile.read(file))
                .hasMessageContaining("holds no token")
                .hasMessageNotContaining("password");
    }

    @Test
    void whatSomebodyElsePutInItsPlaceIsNoToken() throws Exception {
        Path token = directory.resolve("token");
        TokenFile.write(token, Token.random());
        assertThat(TokenFile.readForeign(token).matches(TokenFile.read(token))).isTrue();
        Path link = Files.createSymbolicLink(directory.resolve("link"), token);
        assertThatThrownBy(() -> TokenFile.readForeign(link)).isInstanceOf(IOException.class);
    }

    @Test
    void aFileThatCannotBeWrittenIsSaidInOneSentence() {
        assertThatThrownBy(() -> TokenFile.write(directory.resolve("none/token"), Token.random()))
                .hasMessage("The file " + directory + "/none/token cannot be written: there is no directory "
                        + directory + "/none.");
    }

    @Test
    void aCredentialThatIsFoundTwiceStaysThatOfTheFirst() {
        var credentials = new ChildCredentials();
        Token first = Token.random();
        assertThat(credentials.restore(new JobId(7), first)).isTrue();
        assertThat(credentials.restore(new JobId(7), first)).isTrue();
        assertThat(credentials.restore(new JobId(9), first)).isFalse();
        credentials.revoke(new JobId(9));
        assertThat(credentials.jobOf(first.digest())).contains(new JobId(7));
    }

    /** The job that another daemon has noted for a credential is right, whatever was found before. */
    @Test
    void aCredentialThatWasNotedIsNobodyElses() {
        var credentials = new ChildCredentials();
        Token token = credentials.issue(new JobId(7));
        String noted = credentials.fingerprint(new JobId(7));
        var next = new ChildCredentials();
        next.restore(new JobId(9), token);
        next.restore(new JobId(7), noted);
        assertThat(next.jobOf(token.digest())).contains(new JobId(7));
        next.revoke(new JobId(9));
        assertThat(next.jobOf(token.digest())).contains(new JobId(7));
    }

    @Test
    void aCredentialIsGoodForItsJobUntilItIsRevoked() {
        var credentials = new ChildCredentials();
        Token one = credentials.issue(new JobId(1));
        Token two = credentials.issue(new JobId(2));
        assertThat(credentials.jobOf(one.digest())).contains(new JobId(1));
        assertThat(credentials.jobOf(two.digest())).contains(new JobId(2));
        assertThat(credentials.jobOf(Token.random().digest())).isEmpty();
        credentials.revoke(new JobId(1));
        assertThat(credentials.jobOf(one.digest())).isEmpty();
    }
}
