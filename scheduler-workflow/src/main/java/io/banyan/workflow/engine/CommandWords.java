package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlBinding;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlParameter;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlType;
import io.banyan.workflow.format.cwl.CwlTypeMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command line (CWL v1.2, CommandLineTool, section "Input binding").
 *
 * @param expressions the evaluation of positions and values
 * @param context the inputs with the paths of their files
 */
record CommandWords(Expressions expressions, ExpressionContext context) {
    private static final CwlBinding PLAIN =
            new CwlBinding(IntNode.valueOf(0), Optional.empty(), true, Optional.empty(), Optional.empty(), true);

    /** A word of the command. */
    record Word(String text, boolean quoted) {}

    /** A value with its binding and its place among the others. */
    private record Bound(List<Key> key, CwlBinding binding, JsonNode value) {}

    /** A part of a place: numbers come before names. */
    private record Key(int number, String name) {
        static Key of(int number) {
            return new Key(number, "");
        }

        static Key of(String name) {
            return new Key(Integer.MAX_VALUE, name);
        }
    }

    private static final Comparator<List<Key>> ORDER = (a, b) -> {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = Integer.compare(a.get(i).number(), b.get(i).number());
            order = order == 0 ? a.get(i).name().compareTo(b.get(i).name()) : order;
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    };

    /** Returns the words of a tool in order. */
    List<Word> words(CommandLineTool tool) throws TaskException {
        List<Bound> bound = new ArrayList<>();
        try {
            for (int i = 0; i < tool.arguments().size(); i++) {
                CwlBinding argument = tool.arguments().get(i);
                List<Key> key = List.of(Key.of(position(argument, context.self())), Key.of(i));
                bound.add(new Bound(key, argument, context.self()));
            }
            for (CwlParameter input : tool.inputs()) {
                JsonNode value = context.inputs().path(input.id());
                if (!value.isNull()) {
                    bound.addAll(bound(input.type(), input.binding(), value, List.of(), List.of(Key.of(input.id()))));
                }
            }
            bound.sort(Comparator.comparing(Bound::key, ORDER));
            List<Word> words = new ArrayList<>();
            tool.baseCommand().forEach(word -> words.add(new Word(word, true)));
            for (Bound one : bound) {
                for (String word : words(one)) {
                    words.add(new Word(word, one.binding().shellQuote()));
                }
            }
            return words;
        } catch (ExpressionException e) {
            throw new TaskException("the command line cannot be made: " + e.getMessage());
        }
    }

    private int position(CwlBinding binding, JsonNode value) throws ExpressionException {
        JsonNode position = expressions.evaluate(binding.position(), context.withSelf(value));
        if (position.isNull()) {
            return 0;
        } else if (!position.isInt()) {
            throw new ExpressionException("'position' must be a whole number, found " + JsonValues.describe(position));
        }
        return position.intValue();
    }

    private List<Bound> bound(
            CwlType type, Optional<CwlBinding> binding, JsonNode value, List<Key> lead, List<Key> tail)
            throws ExpressionException {
        if (type instanceof CwlType.OneOf one) {
            for (CwlType each : one.types()) {
                if (CwlTypeMatch.fits(each, value)) {
                    return bound(each, binding, value, lead, tail);
                }
            }
        }
        List<Key> key = new ArrayList<>();
        if (binding.isPresent()) {
            key.addAll(lead);
            key.add(Key.of(position(binding.get(), value)));
            key.addAll(tail);
        }
        List<Bound> all = new ArrayList<>();
        boolean replaced = binding.isPresent() && binding.get().valueFrom().isPresent();
        if (!replaced) {
            for (Bound part : parts(type, binding, value, binding.isPresent() ? List.of() : lead, tail)) {
                List<Key> whole = new ArrayList<>(key);
                whole.addAll(part.key());
                all.add(new Bound(whole, part.binding(), part.value()));
            }
        }
        if (binding.isPresent()) {
            all.add(new Bound(key, binding.get(), value));
        }
        return all;
    }

    /** Returns the parts of a list or record, and a value whose type has a binding of its own. */
    private List<Bound> parts(CwlType type, Optional<CwlBinding> outer, JsonNode value, List<Key> lead, List<Key> tail)
            throws ExpressionException {
        List<Bound> parts = new ArrayList<>();
        switch (type) {
            case CwlType.Plain plain -> {}
            case CwlType.OneOf one -> {}
            case CwlType.Choice choice -> {
                if (choice.binding().isPresent()) {
                    List<Key> key = new ArrayList<>(lead);
                    key.add(Key.of(position(choice.binding().get(), value)));
                    key.addAll(tail);
                    parts.add(new Bound(key, choice.binding().get(), value));
                }
            }
            case CwlType.ListOf list -> {
                boolean joined = outer.flatMap(CwlBinding::itemSeparator).isPresent();
                Optional<CwlBinding> each =
                        list.binding().isPresent() || outer.isEmpty() || joined ? list.binding() : Optional.of(PLAIN);
                for (int i = 0; i < value.size(); i++) {
                    parts.addAll(bound(list.items(), each, value.get(i), List.of(Key.of(i)), tail));
                }
            }
            case CwlType.Structure structure -> {
                for (CwlParameter field : structure.fields()) {
                    JsonNode part = value.path(field.id());
                    if (!part.isMissingNode() && !part.isNull()) {
                        parts.addAll(bound(field.type(), field.binding(), part, lead, List.of(Key.of(field.id()))));
                    }
                }
            }
        }
        return parts;
    }

    private List<String> words(Bound bound) throws ExpressionException {
        CwlBinding binding = bound.binding();
        JsonNode value = binding.valueFrom().isPresent()
                ? expressions.evaluate(binding.valueFrom().get(), context.withSelf(bound.value()))
                : bound.value();
        List<String> prefix = binding.prefix().stream().toList();
        if (value.isArray()) {
            return list(binding, value, prefix);
        } else if (value.isBoolean()) {
            return value.booleanValue() ? prefix : List.of();
        } else if (value.isNull() || value.isMissingNode()) {
            return List.of();
        } else if (value.isObject() && !CwlFileValues.isFile(value) && !CwlFileValues.isDirectory(value)) {
            return prefix;
        }
        return joined(binding, prefix, text(value));
    }

    private static List<String> list(CwlBinding binding, JsonNode value, List<String> prefix) {
        List<String> items = new ArrayList<>();
        value.forEach(item -> items.add(text(item)));
        if (items.isEmpty()) {
            return List.of();
        } else if (binding.itemSeparator().isPresent()) {
            return joined(binding, prefix, String.join(binding.itemSeparator().get(), items));
        } else if (binding.valueFrom().isPresent()) {
            List<String> words = new ArrayList<>(prefix);
            words.addAll(items);
            return words;
        }
        return prefix;
    }

    private static List<String> joined(CwlBinding binding, List<String> prefix, String word) {
        if (prefix.isEmpty()) {
            return List.of(word);
        }
        return binding.separate() ? List.of(prefix.getFirst(), word) : List.of(prefix.getFirst() + word);
    }

    /** Returns a value as a word: the path of a file, else its text. */
    static String text(JsonNode value) {
        return CwlFileValues.isFile(value) || CwlFileValues.isDirectory(value)
                ? value.path("path").asText()
                : JsonValues.text(value);
    }
}
