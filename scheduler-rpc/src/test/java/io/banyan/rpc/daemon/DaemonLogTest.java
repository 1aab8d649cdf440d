package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.trace.RequestId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests the contents of a daemon's log. */
class DaemonLogTest {
    private static final Logger LOG = LoggerFactory.getLogger(DaemonLogTest.class);

    @TempDir
    private Path directory;

    @AfterEach
    void logAsBefore() {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        new QuietLog().configure(context);
    }

    private static Logging logging(LogLevel level, LogFormat format) {
        return new Logging(level, format, 1 << 20, 1);
    }

    /**
     * Returns the lines that this test has written: what other tests leave running in this virtual machine writes to
     * the same log.
     */
    private List<String> lines() throws Exception {
        return Files.readAllLines(new StateDirectory(directory).log()).stream()
                .filter(line -> line.contains(DaemonLogTest.class.getSimpleName()))
                .toList();
    }

    @Test
    void aLineOfTextIsOneLineAndHasTheRequest() throws Exception {
        DaemonLog.open(new StateDirectory(directory), logging(LogLevel.INFO, LogFormat.TEXT));
        LOG.info("without");
        RequestId.during("r-1", () -> LOG.info("job '{}' ends", "a\nb\r\n2026 ERROR forged"));
        LOG.debug("not this");
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).matches("\\S+ INFO  DaemonLogTest: without");
        assertThat(lines().get(1))
                .matches("\\S+ INFO  DaemonLogTest: \\[r-1] job 'a \\| b \\| 2026 ERROR forged' ends");
    }

    @Test
    void onStandardErrorAWarningIsToldFromAFailure() {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var console = (LayoutWrappingEncoder<ILoggingEvent>)
                DaemonLog.console(context).getEncoder();
        for (Level level : List.of(Level.WARN, Level.ERROR)) {
            var event = new LoggingEvent(null, context.getLogger("x"), level, "It rains.", null, null);
            assertThat(console.getLayout().doLayout(event))
                    .isEqualTo((level == Level.WARN ? "banyan: warning: " : "banyan: ") + "It rains.\n");
        }
    }

    @Test
    void formatCharactersAreEscapedInBothFormats() throws Exception {
        for (LogFormat format : LogFormat.values()) {
            DaemonLog.open(new StateDirectory(directory), logging(LogLevel.INFO, format));
            LOG.info("job '{}' ends", "a\u202eb\u200b");
        }
        assertThat(lines()).hasSize(2).allSatisfy(line -> assertThat(line).contains("job 'a\\u202Eb\\u200B' ends"));
    }

    @Test
    void aLineOfJsonHasEverythingAsItWas() throws Exception {
        DaemonLog.open(new StateDirectory(directory), logging(LogLevel.INFO, LogFormat.JSON));
        String message = "quotes \" and \\ and\nlines and \u0001 and \u2603";
        RequestId.during(
                "r-2", () -> LOG.error(message, new IllegalStateException("a bug", new RuntimeException("deep"))));
        LOG.info("{} {}", "no", "request");
        JsonNode failed = new ObjectMapper().readTree(lines().get(0));
        assertThat(failed.get("message").asText()).isEqualTo(message);
        assertThat(failed.get("request").asText()).isEqualTo("r-2");
        assertThat(failed.get("level").asText()).isEqualTo("ERROR");
        assertThat(failed.get("logger").asText()).isEqualTo(DaemonLogTest.class.getName());
        assertThat(failed.get("thread").asText())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(failed.get("time").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(failed.get("trace").asText()).contains("a bug", "RuntimeException: deep", "DaemonLogTest");
        JsonNode fine = new ObjectMapper().readTree(lines().get(1));
        assertThat(fine.get("message").asText()).isEqualTo("no request");
        assertThat(fine.has("request")).isFalse();
        assertThat(fine.has("trace")).isFalse();
        assertThat(lines()).hasSize(2);
    }

    @Test
    void theLogGoesOnInAnotherWayWithoutLosingWhatItHad() throws Exception {
        var state = new StateDirectory(directory);
        Logging text = logging(LogLevel.INFO, LogFormat.TEXT);
        DaemonLog.open(state, text);
        LOG.info("one");
        DaemonLog.change(state, text, logging(LogLevel.DEBUG, LogFormat.TEXT));
        LOG.debug("two");
        DaemonLog.change(state, logging(LogLevel.DEBUG, LogFormat.TEXT), logging(LogLevel.WARN, LogFormat.JSON));
        LOG.info("not this");
        LOG.warn("three");
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1)).endsWith("two");
        assertThat(new ObjectMapper().readTree(lines().get(2)).get("message").asText())
                .isEqualTo("three");
    }

    @Test
    void anEventIsOneLineOfJsonWhateverItHolds() throws Exception {
        var lines = new JsonLines();
        lines.start();
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        for (int i = 0; i < 0x800; i++) {
            String message = "x" + (char) i + (char) (i * 31 % 0xd800) + "{}";
            var event = new LoggingEvent(null, context.getLogger("x"), Level.INFO, message, null, null);
            String line = new String(lines.encode(event), StandardCharsets.UTF_8);
            assertThat(line.chars().filter(c -> c == '\n').count()).isEqualTo(1);
            assertThat(new ObjectMapper().readTree(line).get("message").asText())
                    .isEqualTo(message);
        }
    }
}
