package io.banyan.cli.bulk;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.LineOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A job that a JSON object on one line describes. */
final class JsonJob {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String COMMAND = "command";
    private static final String JOBSPEC = "jobspec";
    private static final String ENVIRONMENT = "env";
    private static final Set<String> OF_THE_COMMAND = Set.of("dry-run", "dry_run", "wait", "parsable", "lenient");

    private final String text;
    private final String place;

    JsonJob(String text, String place) {
        this.text = text;
        this.place = place;
    }

    /**
     * Reads it.
     *
     * @param options completes it
     * @throws CommandFailure where the line is no such object
     */
    BulkJob read(LineOptions options) {
        ObjectNode job = object();
        boolean isCommand = job.has(COMMAND);
        if (isCommand == job.has(JOBSPEC)) {
            throw wrong(
                    "an object must have either a 'command' or a 'jobspec', found " + (isCommand ? "both" : "neither"));
        }
        List<String> words = words(job);
        return new BulkJob(
                place,
                isCommand
                        ? options.command(words, command(job.get(COMMAND)), place)
                        : options.jobspec(words, job.get(JOBSPEC).toString(), place));
    }

    private ObjectNode object() {
        try {
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (MismatchedInputException e) {
            throw wrong("expected one JSON object on each line, found more after it");
        } catch (JacksonException e) {
            throw wrong("invalid JSON: "
                    + e.getOriginalMessage()
                            .replaceFirst(" \\(start marker.*", "")
                            .replaceFirst(", from `.*", ")"));
        }
        throw wrong("expected a JSON object on each line");
    }

    private List<String> command(JsonNode value) {
        if (value.isTextual() && !value.textValue().isBlank()) {
            return BulkOptions.shell(value.textValue(), place);
        }
        if (value.isTextual() || (value.isArray() && value.isEmpty())) {
            throw wrong("'command' is empty");
        }
        if (!value.isArray() || !value.valueStream().allMatch(JsonNode::isTextual)) {
            throw wrong("'command' must be a string or a list of strings");
        }
        return BulkOptions.requireRunnable(
                value.valueStream().map(JsonNode::textValue).toList(), place);
    }

    /** The other members as words of a command line. */
    private List<String> words(ObjectNode job) {
        List<String> words = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : job.properties()) {
            String key = member.getKey();
            if (OF_THE_COMMAND.contains(key)) {
                throw wrong("'" + key + "' is an option of the whole command, not of one job");
            }
            if (!key.equals(COMMAND) && !key.equals(JOBSPEC)) {
                add("--" + key.replace('_', '-'), key, member.getValue(), words);
            }
        }
        return words;
    }

    private void add(String option, String key, JsonNode value, List<String> words) {
        if (value.isBoolean()) {
            if (value.booleanValue()) {
                words.add(option);
            }
        } else if (value.isArray() && !value.isEmpty() && value.valueStream().allMatch(JsonJob::isScalar)) {
            value.valueStream().forEach(each -> words.add(option + "=" + each.asText()));
        } else if (key.equals(ENVIRONMENT)
                && value.isObject()
                && value.valueStream().allMatch(JsonJob::isScalar)) {
            value.properties()
                    .forEach(each -> words.add(option + "=" + variable(each.getKey()) + "="
                            + each.getValue().asText()));
        } else if (isScalar(value)) {
            words.add(option + "=" + value.asText());
        } else {
            throw wrong("'" + key + "' must be a string, a number, true or false, or a list of these"
                    + (key.equals(ENVIRONMENT) ? ", or an object of variables" : ""));
        }
    }

    private String variable(String name) {
        if (name.indexOf('=') >= 0) {
            throw wrong("the name of a variable must not contain '=', found '" + name + "'");
        }
        return name;
    }

    private static boolean isScalar(JsonNode value) {
        return value.isTextual() || value.isNumber();
    }

    private CommandFailure wrong(String why) {
        return CommandFailure.no(place + ": " + why);
    }
}
