package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.BanyanProcess;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ProcessWordsTest {
    private static byte[] utf8(String words) {
        return words.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] latin1(String words) {
        return words.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aWrittenCharacterIsInTheBytes() {
        assertThat(ProcessWords.isIn("a\uFFFD", utf8("run\0a\uFFFD\0"), utf8("HOME=/\0")))
                .isTrue();
        assertThat(ProcessWords.isIn("v\uFFFD", utf8("run\0"), utf8("V=v\uFFFD\0")))
                .isTrue();
        assertThat(ProcessWords.isIn("v\uFFFD", latin1("run\0b\u00FF\0"), utf8("V=v\uFFFD\0")))
                .isTrue();
    }

    @Test
    void aCharacterInPlaceOfBytesIsNot() {
        assertThat(ProcessWords.isIn("a\uFFFD", latin1("run\0a\u00FF\0"), utf8("HOME=/\0")))
                .isFalse();
        assertThat(ProcessWords.isIn("a\uFFFD", latin1("run\0a\u00FF\0"), utf8("V=a\uFFFD\0")))
                .isFalse();
        assertThat(ProcessWords.isIn("a\uFFFD", utf8("run\0"), utf8("HOME=/\0")))
                .isFalse();
    }

    /**
     * Returns the output of the command whose last argument is the file of a jobspec with this name, as printf(1)
     * writes it.
     */
    private static String validated(String name) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" \"$(printf '" + name + "')\"", "sh"));
        words.addAll(BanyanProcess.words("jobspec", "validate"));
        var builder = new ProcessBuilder(words);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void anArgumentWithTheReplacementCharacterIsTaken() throws Exception {
        assertThat(validated("a\\357\\277\\275")).contains("a\uFFFD: no such file");
        assertThat(validated("a\\377")).isEqualTo("banyan: The argument 'a\uFFFD' is not valid UTF-8.\n");
    }
}
