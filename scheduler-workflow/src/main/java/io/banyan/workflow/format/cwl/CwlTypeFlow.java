package io.banyan.workflow.format.cwl;

import io.banyan.workflow.format.cwl.CwlLink.Merge;
import io.banyan.workflow.format.cwl.CwlLink.Pick;
import io.banyan.workflow.format.cwl.CwlStep.Method;
import io.banyan.workflow.format.cwl.CwlType.Choice;
import io.banyan.workflow.format.cwl.CwlType.ListOf;
import io.banyan.workflow.format.cwl.CwlType.OneOf;
import io.banyan.workflow.format.cwl.CwlType.Plain;
import io.banyan.workflow.format.cwl.CwlType.Structure;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a value of one type can arrive where another type is expected. The answer is yes where some value of the
 * first type fits: an optional value may arrive at an input that needs one.
 */
final class CwlTypeFlow {
    private static final Set<Plain> NUMBERS = Set.of(Plain.INT, Plain.LONG, Plain.FLOAT, Plain.DOUBLE);

    private CwlTypeFlow() {}

    /** Returns the type that one source of a link contributes to the whole. */
    static CwlType arriving(CwlType source, CwlLink link) {
        CwlType one = source;
        if (link.list() && link.merge() == Merge.MERGE_FLATTENED && source instanceof ListOf list) {
            one = list.items();
        } else if (!link.list() && link.pick().isPresent() && source instanceof ListOf list) {
            one = list.items();
        }
        boolean list = link.pick().map(pick -> pick == Pick.ALL_NON_NULL).orElse(link.list());
        return list ? listOf(one) : one;
    }

    /** Returns the type of an output of a step, with the lists that its scatter makes. */
    static CwlType ofStep(CwlType output, CwlStep step) {
        int lists = step.scatter().isEmpty() ? 0 : 1;
        if (step.method() == Method.NESTED_CROSSPRODUCT) {
            lists = step.scatter().size();
        }
        CwlType type = output;
        for (int i = 0; i < lists; i++) {
            type = listOf(type);
        }
        return type;
    }

    static ListOf listOf(CwlType items) {
        return new ListOf(items, Optional.empty());
    }

    /** Returns whether some value of {@code source} fits {@code sink}. O(size of the types). */
    static boolean fits(CwlType source, CwlType sink) {
        if (source instanceof OneOf one) {
            return one.types().stream().anyMatch(type -> fits(type, sink));
        } else if (sink instanceof OneOf one) {
            return one.types().stream().anyMatch(type -> fits(source, type));
        } else if (source == Plain.ANY || sink == Plain.ANY || source == Plain.NULL) {
            return true;
        }
        return switch (source) {
            case Plain plain ->
                plain == sink || (plain == Plain.STRING && sink instanceof Choice) || areNumbers(plain, sink);
            case Choice choice -> sink == Plain.STRING || (sink instanceof Choice other && haveCommon(choice, other));
            case ListOf list -> sink instanceof ListOf other && fits(list.items(), other.items());
            case Structure structure -> sink instanceof Structure other && fieldsFit(structure, other);
            case OneOf one -> false;
        };
    }

    private static boolean areNumbers(Plain source, CwlType sink) {
        return sink instanceof Plain plain && NUMBERS.contains(source) && NUMBERS.contains(plain);
    }

    private static boolean haveCommon(Choice source, Choice sink) {
        return source.symbols().stream().anyMatch(sink.symbols()::contains);
    }

    private static boolean fieldsFit(Structure source, Structure sink) {
        return sink.fields().stream()
                .allMatch(field -> source.fields().stream()
                        .filter(other -> other.id().equals(field.id()))
                        .findFirst()
                        .map(other -> fits(other.type(), field.type()))
                        .orElse(field.type().isOptional()));
    }
}
