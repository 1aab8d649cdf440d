package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.jobspec.Count.Operator;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the count of a resource: a number, {@code min} alone, or all four keys of a range; with the extension also an
 * idset (RFC 22) or a range in the notation of RFC 45.
 */
final class CountGrammar {
    private static final List<String> KEYS = List.of("min", "max", "operator", "operand");

    private static final Pattern DIGITS = Pattern.compile("-?[0-9]*");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    /** {@code MIN-MAX} or {@code MIN+}, each with {@code :OPERAND} and an operator or without: RFC 45. */
    private static final Pattern RANGE =
            Pattern.compile("([0-9]{1,18})(?:-([0-9]{1,18})|\\+)(?::([0-9]{1,18})([+*^])?)?");

    private final Source source;
    private final boolean extended;

    /**
     * The grammar.
     *
     * @param extended whether idsets and ranges as text are read
     */
    CountGrammar(Source source, boolean extended) {
        this.source = source;
        this.extended = extended;
    }

    Count count(Document value) throws DocumentException {
        try {
            if (extended
                    && value instanceof Scalar scalar
                    && !DIGITS.matcher(scalar.text()).matches()) {
                return extended(scalar.text());
            }
            return value instanceof Mapping ? range(value) : Count.exactly(number(value));
        } catch (IllegalArgumentException e) {
            throw source.error(value.at(), "wrong count: " + e.getMessage());
        }
    }

    private static Count extended(String text) {
        Matcher range = RANGE.matcher(withoutBrackets(text));
        if (!range.matches()) {
            return Count.among(IdSet.parse(text));
        }
        long min = Long.parseLong(range.group(1));
        @Nullable String max = range.group(2);
        @Nullable String operand = range.group(3);
        Operator operator = Operator.ADD;
        for (Operator known : Operator.values()) {
            operator = known.symbol().equals(range.group(4)) ? known : operator;
        }
        return new Count(
                min,
                max == null ? Count.UNBOUNDED : Long.parseLong(max),
                operator,
                operand == null ? 1 : Long.parseLong(operand));
    }

    private static String withoutBrackets(String text) {
        return text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    }

    private long number(Document value) throws DocumentException {
        boolean isNumber =
                value instanceof Scalar scalar && NUMBER.matcher(scalar.text()).matches();
        if (!isNumber) {
            throw source.error(
                    value.at(),
                    "a count must be a whole number from 1 to " + Count.UNBOUNDED
                            + " or a mapping with min, max, operator, operand; found " + value.describe()
                            + maybe(value));
        }
        long number = Long.parseLong(((Scalar) value).text());
        if (number < 1 || number > Count.UNBOUNDED) {
            throw source.error(value.at(), "a count must be from 1 to " + Count.UNBOUNDED + ", found " + number);
        }
        return number;
    }

    /** Ranges of RFC 45 are known elsewhere in Flux; say how to write one here. */
    private static String maybe(Document value) {
        boolean isRange = value instanceof Scalar scalar && scalar.text().matches("\\[?[0-9]+-[0-9]+]?");
        return isRange
                ? "\nMaybe {min: ..., max: ..., operator: \"+\", operand: 1} is meant, or the extension counts is missing."
                : "";
    }

    private Count range(Document value) throws DocumentException {
        Fields fields = Fields.of(source, "a count", value, KEYS);
        long min = fields.integer("min");
        long given = Stream.of("max", "operator", "operand").filter(fields::has).count();
        if (given == 0) {
            return Count.atLeast(min);
        }
        if (given != 3) {
            throw source.error(
                    value.at(),
                    "a count must have all or none of max, operator, operand; found "
                            + String.join(", ", fields.entries().keySet()));
        }
        return new Count(min, fields.integer("max"), operator(fields), fields.integer("operand"));
    }

    private static Operator operator(Fields fields) throws DocumentException {
        String symbol = fields.text("operator");
        for (Operator operator : Operator.values()) {
            if (operator.symbol().equals(symbol)) {
                return operator;
            }
        }
        throw fields.wrong("operator", fields.required("operator"), "one of +, *, ^");
    }
}
