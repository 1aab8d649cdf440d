package io.banyan.cli;

import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page of the results for programs. {@link Run} holds to it whatever a command prints as JSON in any test. */
public final class JsonReference {
    static final Path PAGE = Path.of("..", "docs", "reference", "json.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(#([a-z-]+)\\)");
    private static final Pattern CODE = Pattern.compile("`([a-z -]+)`");
    private static final Pattern FIELD = Pattern.compile("\\| `([^`]+)` \\| ([a-z, ]+) \\|.*");
    private static final Set<String> FORMS = Set.of("-o", "--format");
    private static final String FAILURE = "failure";

    /** The only one, since a page is read once. */
    private static final class Page {
        static final JsonReference READ = read();

        private static JsonReference read() {
            try {
                return new JsonReference(Files.readAllLines(PAGE));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The values that each command prints, by their anchors. */
    private final Map<String, Set<String>> commands = new LinkedHashMap<>();

    /** The types of the fields of each value. */
    private final Map<String, Map<String, String>> values = new LinkedHashMap<>();

    /** The values whose fields each value has as well. */
    private final Map<String, Set<String>> included = new HashMap<>();

    JsonReference(List<String> lines) {
        String value = "";
        for (String line : lines) {
            if (line.startsWith("### ")) {
                value = line.substring("### ".length()).toLowerCase(Locale.ROOT).replace(' ', '-');
                values.put(value, new LinkedHashMap<>());
            } else if (value.isEmpty() && line.startsWith("| `")) {
                addCommands(line);
            } else if (line.startsWith("The fields of a ")) {
                included.put(value, links(line));
            } else if (!value.isEmpty() && line.startsWith("| `")) {
                Matcher field = FIELD.matcher(line);
                if (!field.matches()) {
                    throw new IllegalArgumentException("no row of a field: " + line);
                }
                values.get(value).put(field.group(1), field.group(2));
            }
        }
    }

    public static JsonReference page() {
        return Page.READ;
    }

    private void addCommands(String line) {
        String[] cells = line.split("\\|", -1);
        CODE.matcher(cells[1]).results().forEach(name -> commands.put(name.group(1), links(cells[2])));
    }

    private static Set<String> links(String text) {
        Set<String> found = new TreeSet<>();
        LINK.matcher(text).results().forEach(link -> found.add(link.group(1)));
        return found;
    }

    public Set<String> commands() {
        return commands.keySet();
    }

    Set<String> values() {
        return values.keySet();
    }

    /** The values that something on the page leads to. */
    Set<String> reached() {
        Set<String> all = new TreeSet<>(Set.of(FAILURE));
        commands.values().forEach(all::addAll);
        included.values().forEach(all::addAll);
        return all;
    }

    /** Fails where a command has printed what the page does not say. */
    void check(List<String> words, String printed) {
        Optional<String> command = command(words);
        if (!isJson(words) || command.isEmpty() || printed.isBlank()) {
            return;
        }
        Map<String, Set<String>> fields = fields(commands.get(command.get()));
        try (MappingIterator<JsonNode> documents =
                new ObjectMapper().readerFor(JsonNode.class).readValues(printed)) {
            while (documents.hasNext()) {
                for (JsonNode document : elements(documents.next())) {
                    object(command.get(), "", document, fields);
                }
            }
        } catch (IOException e) {
            fail("banyan %s prints no JSON: %s", words, e.getMessage());
        }
    }

    private static List<JsonNode> elements(JsonNode document) {
        return document.isArray()
                ? Stream.iterate(0, i -> i + 1)
                        .limit(document.size())
                        .map(document::get)
                        .toList()
                : List.of(document);
    }

    public Optional<String> command(List<String> words) {
        Stream<String> pairs = words.stream().skip(1).map(word -> words.getFirst() + " " + word);
        return words.isEmpty()
                ? Optional.empty()
                : Stream.concat(pairs, Stream.of(words.getFirst()))
                        .filter(commands::containsKey)
                        .findFirst();
    }

    private static boolean isJson(List<String> words) {
        int end = words.contains("--") ? words.indexOf("--") : words.size();
        for (int i = 0; i < end; i++) {
            String word = words.get(i).toLowerCase(Locale.ROOT);
            boolean isNext =
                    i + 1 < end && FORMS.contains(word) && words.get(i + 1).equalsIgnoreCase("json");
            if (isNext || Arrays.asList("-ojson", "-o=json", "--format=json").contains(word)) {
                return true;
            }
        }
        return false;
    }

    private Map<String, Set<String>> fields(Set<String> printed) {
        Map<String, Set<String>> all = new HashMap<>();
        Set<String> names = new HashSet<>(printed);
        names.add(FAILURE);
        printed.forEach(name -> names.addAll(included.getOrDefault(name, Set.of())));
        for (String name : names) {
            values.getOrDefault(name, Map.of())
                    .forEach((field, type) -> all.computeIfAbsent(field, unused -> new HashSet<>())
                            .add(type));
        }
        return all;
    }

    private static void object(String command, String at, JsonNode object, Map<String, Set<String>> fields) {
        object.properties().forEach(field -> {
            String own = at + field.getKey();
            String any = at + "*";
            String name = fields.containsKey(own) ? own : any;
            if (!fields.containsKey(name)) {
                fail("docs/reference/json.md says nothing of the field %s that '%s' prints", own, command);
            }
            value(command, name, field.getValue(), fields);
        });
    }

    private static void value(String command, String name, JsonNode value, Map<String, Set<String>> fields) {
        Set<String> types = fields.getOrDefault(name, Set.of());
        if (types.contains("any")) {
            return;
        }
        if (types.stream().noneMatch(type -> isOf(type, value))) {
            fail(
                    "docs/reference/json.md says of the field %s of '%s' that it is %s, found %s",
                    name, command, types, value);
        }
        if (value.isObject()) {
            object(command, name + ".", value, fields);
        } else if (value.isArray()) {
            elements(value).forEach(element -> value(command, name + "[]", element, fields));
        }
    }

    private static boolean isOf(String type, JsonNode value) {
        String kind = type.split("[ ,]", 2)[0];
        boolean isNull = value.isNull() && type.endsWith(" or null");
        return isNull
                || switch (kind) {
                    case "text" -> value.isTextual();
                    case "integer" -> value.isIntegralNumber();
                    case "number" -> value.isNumber();
                    case "boolean" -> value.isBoolean();
                    case "list" -> value.isArray();
                    case "map", "object" -> value.isObject();
                    default -> throw new IllegalArgumentException("no type of the page: " + type);
                };
    }
}
