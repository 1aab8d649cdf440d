package io.banyan.rpc.daemon;

import ch.qos.logback.classic.pattern.RootCauseFirstThrowableProxyConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.banyan.resource.PrintableText;
import io.banyan.rpc.trace.RequestId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Each logged event as one line of JSON: time, level, logger, thread, message, and, where there are such, request id
 * and stack trace.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final int USUAL_LENGTH = 256;

    private final JsonFactory json = new JsonFactory();
    private final ThrowableProxyConverter traces = new RootCauseFirstThrowableProxyConverter();

    @Override
    public void start() {
        traces.start();
        super.start();
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        var bytes = new ByteArrayOutputStream(USUAL_LENGTH);
        try (JsonGenerator line = json.createGenerator(bytes)) {
            write(event, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String escaped = PrintableText.escaped(bytes.toString(StandardCharsets.UTF_8));
        return (escaped + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write(ILoggingEvent event, JsonGenerator line) throws IOException {
        line.writeStartObject();
        line.writeStringField("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        line.writeStringField("level", event.getLevel().levelStr);
        line.writeStringField("logger", event.getLoggerName());
        line.writeStringField("thread", event.getThreadName());
        line.writeStringField("message", event.getFormattedMessage());
        String request = RequestId.current();
        if (!request.isEmpty()) {
            line.writeStringField("request", request);
        }
        if (event.getThrowableProxy() != null) {
            line.writeStringField("trace", traces.convert(event));
        }
        line.writeEndObject();
    }
}
