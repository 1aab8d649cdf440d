package io.banyan.document;

import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Reads one YAML 1.2 document by its events. The expansion of aliases is counted before it is used, so that a short
 * text cannot become a long one; tags other than the standard ones have no effect, since nothing is constructed from
 * them.
 */
final class YamlText {
    private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();

    private static final int MAX_UNFOLDED = 10_000;

    private final Source source;
    private final Iterator<Event> events;
    private final Map<String, Anchored> anchors = new HashMap<>();
    /** Scalars, lists and mappings so far, those that aliases stand for among them. */
    private long parts;
    /** The parts among these that aliases stand for. */
    private long unfolded;
    /** How deep the deepest of them is. */
    private int deepest;

    /**
     * A document that an alias can stand for.
     *
     * @param parts how many scalars, lists and mappings it holds
     * @param height how much deeper its deepest part is than itself
     */
    private record Anchored(Document document, long parts, int height) {}

    private YamlText(Source source, Iterator<Event> events) {
        this.source = source;
        this.events = events;
    }

    static Document parse(String text, Source source) throws DocumentException {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source.name())
                .setUseMarks(true)
                .setCodePointLimit(text.length() + 1)
                .build();
        try {
            YamlText yaml =
                    new YamlText(source, new Parse(settings).parseString(text).iterator());
            return yaml.single();
        } catch (MarkedYamlEngineException e) {
            throw source.error(
                    e.getProblemMark().map(YamlText::position).orElse(new Position(1, 1)),
                    "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw source.error("not YAML: " + firstLine(e));
        }
    }

    private static String firstLine(YamlEngineException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }

    private Document single() throws DocumentException {
        skipTo(Event.ID.StreamStart);
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            throw source.error("the document is empty, expected a " + source.kind());
        }
        Document document = node(events.next(), 0);
        skipTo(Event.ID.DocumentEnd);
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw source.error(position(after), "a second document begins here, expected one " + source.kind());
        }
        return document;
    }

    private void skipTo(Event.ID id) {
        Event event = events.next();
        if (event.getEventId() != id) {
            throw new IllegalStateException("YAML events out of order: " + event + " where " + id + " was due");
        }
    }

    private Document node(Event event, int depth) throws DocumentException {
        Position at = position(event);
        if (event instanceof AliasEvent alias) {
            return unfolded(alias.getAlias().getValue(), at, depth);
        }
        requireDepth(depth, at);
        long partsBefore = parts++;
        int deepestBefore = deepest;
        deepest = depth;
        Document document = switch (event) {
            case ScalarEvent scalar -> new Scalar(at, scalar.getValue(), kind(scalar));
            case SequenceStartEvent start -> sequence(at, depth);
            case MappingStartEvent start -> mapping(at, depth);
            default -> throw new IllegalStateException("YAML events out of order: " + event);
        };
        int height = deepest - depth;
        deepest = Math.max(deepest, deepestBefore);
        ((NodeEvent) event)
                .getAnchor()
                .ifPresent(
                        anchor -> anchors.put(anchor.getValue(), new Anchored(document, parts - partsBefore, height)));
        return document;
    }

    /**
     * Returns the document of the alias; the anchor of an incomplete document is unknown, so that no document contains
     * itself.
     */
    private Document unfolded(String name, Position at, int depth) throws DocumentException {
        Anchored anchored = anchors.get(name);
        if (anchored == null) {
            throw source.error(at, "the alias '*" + name + "' does not refer to an earlier anchor");
        }
        parts += anchored.parts();
        unfolded += anchored.parts();
        if (unfolded > MAX_UNFOLDED) {
            throw source.error(
                    at,
                    "the aliases of a " + source.kind() + " can expand to at most " + MAX_UNFOLDED + " parts in total");
        }
        requireDepth(depth + anchored.height(), at);
        deepest = Math.max(deepest, depth + anchored.height());
        return anchored.document();
    }

    private void requireDepth(int depth, Position at) throws DocumentException {
        if (depth > Source.MAX_DEPTH) {
            throw source.tooDeep(at);
        }
    }

    private Sequence sequence(Position at, int depth) throws DocumentException {
        List<Document> items = new ArrayList<>();
        for (Event event = events.next(); event instanceof NodeEvent; event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new Sequence(at, items);
    }

    private Mapping mapping(Position at, int depth) throws DocumentException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Event event = events.next(); event instanceof NodeEvent; event = events.next()) {
            Position keyAt = position(event);
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw source.error(keyAt, "a key must be a word, found a list or mapping");
            }
            Document value = node(events.next(), depth + 1);
            Entry before = entries.putIfAbsent(key.text(), new Entry(keyAt, value));
            if (before != null) {
                throw source.repeatedKey(keyAt, key.text(), before.at());
            }
        }
        return new Mapping(at, entries);
    }

    private static Kind kind(ScalarEvent scalar) {
        if (!scalar.isPlain() || scalar.getTag().isPresent()) {
            return Kind.TEXT;
        }
        Tag tag = RESOLVER.resolve(scalar.getValue(), true);
        if (tag.equals(Tag.NULL)) {
            return Kind.NULL;
        } else if (tag.equals(Tag.BOOL)) {
            return Kind.BOOLEAN;
        } else if (tag.equals(Tag.INT)) {
            return Kind.INTEGER;
        }
        return tag.equals(Tag.FLOAT) ? Kind.DECIMAL : Kind.TEXT;
    }

    private static Position position(Event event) {
        Optional<Mark> mark = event.getStartMark();
        return mark.map(YamlText::position).orElse(new Position(1, 1));
    }

    private static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
