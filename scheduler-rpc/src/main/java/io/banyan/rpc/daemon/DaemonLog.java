package io.banyan.rpc.daemon;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import io.banyan.resource.PrintableText;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.trace.RequestId;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LocationAwareLogger;

/**
 * The places to which a daemon's log goes: all of it to a file in the state directory, warnings and errors to standard
 * error as well.
 */
final class DaemonLog {
    /** An event is a line, whatever its message has in it; only a stack trace takes more. */
    private static final String FILE_PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}:%request %replace(%msg){'[\\r\\n]+', ' | '}%n";

    private static final String CONSOLE_PATTERN = "%beginning%msg%n%nopex";
    /**
     * Messages of gRPC about calls of clients that do not speak it or that begin too many. Any client could fill the
     * log with them.
     */
    private static final List<String> OF_A_STRANGER = List.of("Expected header TE", "Stream Error", "Connection Error");

    private DaemonLog() {}

    /** Sends the log of this process there. */
    static void open(StateDirectory state, Logging logging) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(logging.level().level());
        root.addAppender(file(context, state, logging));
        root.addAppender(console(context));
        context.getLogger("io.grpc").setLevel(Level.WARN);
        takeOverJavaLogging();
    }

    /**
     * Goes on with the log of this process in another way. Lines that are logged at the moment in which the file is
     * reopened may be missing from it.
     */
    static void change(StateDirectory state, Logging before, Logging after) {
        boolean isOnlyTheLevel =
                new Logging(after.level(), before.format(), before.maxFileBytes(), before.oldFiles()).equals(after);
        if (isOnlyTheLevel) {
            ((LoggerContext) LoggerFactory.getILoggerFactory())
                    .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                    .setLevel(after.level().level());
        } else {
            open(state, after);
        }
    }

    private static RollingFileAppender<ILoggingEvent> file(
            LoggerContext context, StateDirectory state, Logging logging) {
        var appender = new RollingFileAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setFile(state.log().toString());
        var rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(state.log() + ".%i");
        rolling.setMinIndex(1);
        rolling.setMaxIndex(logging.oldFiles());
        rolling.start();
        var size = new SizeBasedTriggeringPolicy<ILoggingEvent>();
        size.setContext(context);
        size.setMaxFileSize(new FileSize(logging.maxFileBytes()));
        size.start();
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(size);
        return started(appender, encoder(context, logging.format()));
    }

    static ConsoleAppender<ILoggingEvent> console(LoggerContext context) {
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setTarget("System.err");
        var warnings = new ThresholdFilter();
        warnings.setLevel(Level.WARN.levelStr);
        warnings.start();
        appender.addFilter(warnings);
        return started(appender, text(context, CONSOLE_PATTERN));
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogFormat format) {
        return switch (format) {
            case TEXT -> text(context, FILE_PATTERN);
            case JSON -> {
                var lines = new JsonLines();
                lines.setContext(context);
                lines.start();
                yield lines;
            }
        };
    }

    private static Encoder<ILoggingEvent> text(LoggerContext context, String pattern) {
        var layout = new PrintableLayout();
        layout.getInstanceConverterMap().put("request", OfRequest::new);
        layout.getInstanceConverterMap().put("beginning", Beginning::new);
        layout.setContext(context);
        layout.setPattern(pattern);
        layout.start();
        var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
        encoder.setContext(context);
        encoder.setLayout(layout);
        encoder.start();
        return encoder;
    }

    /** A layout whose events have printable characters only, whatever the names of jobs contain. */
    private static final class PrintableLayout extends PatternLayout {
        @Override
        public String doLayout(ILoggingEvent event) {
            return PrintableText.escaped(super.doLayout(event), "\n\t");
        }
    }

    private static <T extends OutputStreamAppender<ILoggingEvent>> T started(
            T appender, Encoder<ILoggingEvent> encoder) {
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    /** The request that the thread which logs works on, in brackets. */
    private static final class OfRequest extends ClassicConverter {
        @Override
        public String convert(ILoggingEvent event) {
            String id = RequestId.current();
            return id.isEmpty() ? "" : " [" + id + "]";
        }
    }

    /** The beginning of a line on standard error, which distinguishes failures from warnings. */
    private static final class Beginning extends ClassicConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return event.getLevel().isGreaterOrEqual(Level.ERROR) ? "banyan: " : LaunchCommand.WARNING;
        }
    }

    private static boolean isOfAStranger(String message) {
        return OF_A_STRANGER.stream().anyMatch(message::startsWith);
    }

    /** gRPC logs by way of the JDK. */
    private static void takeOverJavaLogging() {
        LogManager.getLogManager().reset();
        java.util.logging.Logger.getLogger("").addHandler(new Handler() {
            @Override
            public void publish(LogRecord event) {
                String name = event.getLoggerName() == null ? "java" : event.getLoggerName();
                boolean severe = event.getLevel().intValue() >= java.util.logging.Level.SEVERE.intValue();
                boolean warning = event.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue();
                if (warning && !isOfAStranger(String.valueOf(event.getMessage()))) {
                    ((LocationAwareLogger) LoggerFactory.getLogger(name))
                            .log(
                                    null,
                                    DaemonLog.class.getName(),
                                    severe ? LocationAwareLogger.ERROR_INT : LocationAwareLogger.WARN_INT,
                                    event.getMessage(),
                                    event.getParameters(),
                                    event.getThrown());
                }
            }

            @Override
            public void flush() {
                // Nothing is held back.
            }

            @Override
            public void close() {
                // The appenders close with the process.
            }
        });
    }
}
