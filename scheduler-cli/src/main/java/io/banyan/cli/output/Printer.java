package io.banyan.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the result of a command in the form that was asked for. */
public abstract class Printer {
    /** Made only where JSON is wanted: it takes longer than most commands. */
    private static final class Json {
        static final ObjectMapper MAPPER = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .addModule(new SimpleModule()
                        .addSerializer(IdSet.class, ToStringSerializer.instance)
                        .addSerializer(Optional.class, new OfOptional()))
                .build();
    }

    /** What is there, or null. */
    @SuppressWarnings("rawtypes")
    private static final class OfOptional extends JsonSerializer<Optional> {
        @Override
        public void serialize(Optional value, JsonGenerator json, SerializerProvider others) throws IOException {
            others.defaultSerializeValue(value.isPresent() ? value.get() : null, json);
        }
    }

    private final Terminal terminal;

    /** Whether what was printed is all that there is to say. */
    private boolean hasSaidAll;

    Printer(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Whether JSON was asked for, so that nothing else may be printed on standard output. */
    public abstract boolean isJson();

    /**
     * Prints a result.
     *
     * @param result a value that Jackson can write: records, lists, maps, strings and numbers
     * @param asText the same for people
     */
    public <T> void print(T result, Function<? super T, ?> asText) {
        hasSaidAll = true;
        terminal.out()
                .print(isJson() ? json(result) : withNewline(Printable.text(String.valueOf(asText.apply(result)))));
        terminal.out().flush();
    }

    /** Prints one of many results on a line of its own: as JSON without line breaks, or for people, where the text is not empty. That others are missing is printed as one more. */
    public <T> void printLine(T result, Function<? super T, String> asText) {
        terminal.out().print(isJson() ? jsonLine(result) : withNewline(Printable.text(asText.apply(result))));
        terminal.out().flush();
    }

    /** Whether nobody reads any more what is printed, as where a pipe was closed. Known after something was printed. */
    public boolean isLost() {
        return terminal.isLost();
    }

    private static String jsonLine(Object result) {
        try {
            return escaped(Json.MAPPER
                            .writer()
                            .without(SerializationFeature.INDENT_OUTPUT)
                            .writeValueAsString(result)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result that has no JSON form: " + result, e);
        }
    }

    /** Prints a result as JSON where that was asked for, and nothing otherwise: for what people read on standard error. */
    public void printJson(Object result) {
        if (isJson()) {
            print(result, shown -> "");
        }
    }

    /** The lines that were printed are all that there is to say, also where the command is taken to have failed for what they say. */
    public void endLines() {
        hasSaidAll = true;
    }

    /** Prints why a command failed as JSON, where that was asked for and what was printed does not say it; on one line, as it may stand for many results, or below some of them. */
    public void printFailure(String message) {
        if (isJson() && !hasSaidAll) {
            printLine(Failed.of(message), shown -> "");
        }
    }

    /** The output of a command, if it is one that prints a result. O(options). */
    public static Optional<Printer> of(CommandSpec command) {
        return command.userObject() instanceof Printer printer
                ? Optional.of(printer)
                : command.mixins().values().stream()
                        .flatMap(mixin -> of(mixin).stream())
                        .findFirst();
    }

    private static String json(Object result) {
        try {
            return escaped(Json.MAPPER.writeValueAsString(result)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result that has no JSON form: " + result, e);
        }
    }

    /** Characters that are not printable stand only within the strings of a JSON text, where an escape means the same. */
    private static String escaped(String json) {
        return Printable.text(json);
    }

    private static String withNewline(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }
}
