package io.banyan.rpc.config;

import io.banyan.rpc.config.ValueType.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The YAML of a configuration, by its events: mappings of sections and keys, values that are words or lists of words,
 * and nothing else. Other features of YAML (anchors, aliases, tags, several documents) are refused. One that is wrong
 * does not hide the others.
 */
final class ConfigText {
    private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();
    /** More than any section has. */
    private static final int MAX_DEPTH = 8;

    private static final int MAX_ITEMS = 1_000;
    private static final int MAX_ERRORS = 20;

    private final Keys keys;
    private final String source;
    private final List<String> errors;
    private final List<Given> found = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();

    /** The value of one key in the text. */
    record Given(Key<?> key, List<String> words, int line, int column) {}

    /** Ends the reading, because the rest would be misunderstood. */
    private static final class Unreadable extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1L;

        Unreadable(String sentence) {
            super(sentence, null, false, false);
        }
    }

    ConfigText(Keys keys, String source, List<String> errors) {
        this.keys = keys;
        this.source = source;
        this.errors = errors;
    }

    /** Reads the values in a text. Adds errors to the list of errors and leaves the faulty values out. O(length). */
    List<Given> parse(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source)
                .setUseMarks(true)
                .setCodePointLimit(text.length() + 1)
                .build();
        try {
            document(new Parse(settings).parseString(text).iterator());
        } catch (Unreadable e) {
            errors.add(String.valueOf(e.getMessage()));
        } catch (MarkedYamlEngineException e) {
            String at = e.getProblemMark().map(ConfigText::shown).orElse("1:1");
            errors.add(source + ":" + at + ": not YAML: " + e.getProblem());
            if (!found.isEmpty()) {
                // The last entry may be incomplete.
                found.removeLast();
            }
        } catch (YamlEngineException e) {
            errors.add(source + ": not YAML: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable"));
        }
        return found;
    }

    private void document(Iterator<Event> events) {
        events.next();
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            return;
        }
        Event root = events.next();
        if (root instanceof MappingStartEvent start) {
            requirePlain(start);
            mapping("", events, 1);
        } else if (!(root instanceof ScalarEvent scalar && isNull(scalar))) {
            throw unreadable(root, "expected keys with their values, such as 'name: banyan'");
        }
        events.next();
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw unreadable(after, "a second document begins here, expected one");
        }
    }

    private void mapping(String section, Iterator<Event> events, int depth) {
        if (depth > MAX_DEPTH) {
            throw new Unreadable(source + ": sections are nested more than " + MAX_DEPTH + " levels deep");
        }
        for (Event event = events.next(); event instanceof NodeEvent node; event = events.next()) {
            requirePlain(node);
            if (!(node instanceof ScalarEvent word)) {
                throw unreadable(node, "a key must be a word, found a list or mapping");
            }
            String name = section.isEmpty() ? word.getValue() : section + "." + word.getValue();
            Integer before = lines.putIfAbsent(name, line(word));
            boolean isRepeated = before != null;
            if (isRepeated) {
                error(word, "'" + name + "' occurs twice, first in line " + before);
            }
            value(name, word, events, isRepeated, depth);
        }
    }

    private void value(String name, ScalarEvent word, Iterator<Event> events, boolean isIgnored, int depth) {
        Event event = events.next();
        requirePlain(event);
        boolean isWhole = word.getValue().indexOf('.') >= 0;
        Key<?> key = isWhole ? null : keys.find(name).orElse(null);
        if (key == null && !isWhole && keys.isSection(name) && !isIgnored) {
            section(name, event, events, depth);
            return;
        }
        if (key == null && !isIgnored) {
            error(word, keys.unknown(shortened(name)));
        }
        Key<?> kept = isIgnored ? null : key;
        switch (event) {
            case ScalarEvent scalar -> scalar(kept, scalar);
            case SequenceStartEvent start -> list(kept, start, events);
            default -> {
                if (kept != null) {
                    error(event, name + ": expected " + expected(kept) + ", found a mapping");
                }
                skip(events, depth);
            }
        }
    }

    private void section(String name, Event event, Iterator<Event> events, int depth) {
        if (event instanceof MappingStartEvent) {
            mapping(name, events, depth + 1);
        } else if (!(event instanceof ScalarEvent scalar && isNull(scalar))) {
            error(event, "'" + name + "' is a section and has keys below it, not a value");
            if (event instanceof SequenceStartEvent) {
                skip(events, depth);
            }
        }
    }

    private void scalar(@Nullable Key<?> key, ScalarEvent scalar) {
        if (key == null) {
            return;
        }
        Shape kind = shape(scalar);
        Shape wanted = key.type().shape();
        if (isNull(scalar)) {
            error(
                    scalar,
                    key.name() + ": expected " + expected(key) + ", found nothing; omit the key to use its default");
        } else if (wanted != kind && !isOfText(wanted, kind)) {
            error(scalar, key.name() + ": expected " + expected(key) + ", found " + named(kind, scalar.getValue()));
        } else {
            found.add(new Given(key, List.of(scalar.getValue()), line(scalar), column(scalar)));
        }
    }

    /** Whether a word of this kind is a text where that is wanted; a number is one. */
    private static boolean isOfText(Shape wanted, Shape kind) {
        return (wanted == Shape.TEXT || wanted == Shape.TEXTS) && (kind == Shape.TEXT || kind == Shape.NUMBER);
    }

    private void list(@Nullable Key<?> key, SequenceStartEvent start, Iterator<Event> events) {
        List<String> words = new ArrayList<>();
        for (Event event = events.next(); event instanceof NodeEvent node; event = events.next()) {
            requirePlain(node);
            if (!(node instanceof ScalarEvent word) || isNull(word) || words.size() >= MAX_ITEMS) {
                throw unreadable(node, "a list can contain up to " + MAX_ITEMS + " words, and nothing else");
            }
            words.add(word.getValue());
        }
        if (key == null) {
            return;
        }
        if (key.type().isSeveral()) {
            found.add(new Given(key, words, line(start), column(start)));
        } else {
            error(start, key.name() + ": expected " + expected(key) + ", found a list");
        }
    }

    /** Skips the value of an unknown key, within the same bounds as other values. */
    private void skip(Iterator<Event> events, int depth) {
        int open = 1;
        while (open > 0) {
            Event event = events.next();
            requirePlain(event);
            if (event instanceof MappingStartEvent || event instanceof SequenceStartEvent) {
                open++;
            } else if (!(event instanceof NodeEvent)) {
                open--;
            }
            if (depth + open > MAX_DEPTH) {
                throw unreadable(event, "sections are nested more than " + MAX_DEPTH + " levels deep");
            }
        }
    }

    private void requirePlain(Event event) {
        if (event instanceof AliasEvent) {
            throw unreadable(event, "aliases ('*name') are not supported in a configuration");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw unreadable(event, "anchors ('&name') are not supported in a configuration");
        }
        boolean isTagged = switch (event) {
            case ScalarEvent scalar -> scalar.getTag().isPresent();
            case MappingStartEvent start -> start.getTag().isPresent();
            case SequenceStartEvent start -> start.getTag().isPresent();
            default -> false;
        };
        if (isTagged) {
            throw unreadable(event, "tags ('!name') are not supported in a configuration");
        }
    }

    private void error(Event at, String sentence) {
        if (errors.size() >= MAX_ERRORS) {
            throw unreadable(at, "there are more than " + MAX_ERRORS + " errors; the rest is not checked");
        }
        errors.add(source + ":" + shown(at) + ": " + sentence);
    }

    private Unreadable unreadable(Event at, String sentence) {
        return new Unreadable(source + ":" + shown(at) + ": " + sentence);
    }

    private static String expected(Key<?> key) {
        return switch (key.type().shape()) {
            case TEXT -> "one " + key.type().label();
            case NUMBER -> "a whole number";
            case SWITCH -> "true or false";
            case LIST -> "a list of " + key.type().label() + " in brackets";
            case TEXTS -> "one " + key.type().label() + " or a list of them in brackets";
        };
    }

    private static String named(Shape kind, String text) {
        return switch (kind) {
            case TEXT, TEXTS -> "the text '" + shortened(text) + "'";
            case NUMBER, SWITCH, LIST ->
                shortened(text) + (kind == Shape.SWITCH ? ", which is text in quotes only" : "");
        };
    }

    private static String shortened(String text) {
        int most = 100;
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }

    private static boolean isNull(ScalarEvent scalar) {
        return scalar.isPlain() && RESOLVER.resolve(scalar.getValue(), true).equals(Tag.NULL);
    }

    private static Shape shape(ScalarEvent scalar) {
        if (!scalar.isPlain()) {
            return Shape.TEXT;
        }
        Tag tag = RESOLVER.resolve(scalar.getValue(), true);
        if (tag.equals(Tag.BOOL)) {
            return Shape.SWITCH;
        }
        return tag.equals(Tag.INT) ? Shape.NUMBER : Shape.TEXT;
    }

    private static String shown(Event event) {
        return event.getStartMark().map(ConfigText::shown).orElse("1:1");
    }

    private static String shown(Mark mark) {
        return (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private static int column(Event event) {
        return event.getStartMark().map(mark -> mark.getColumn() + 1).orElse(1);
    }
}
