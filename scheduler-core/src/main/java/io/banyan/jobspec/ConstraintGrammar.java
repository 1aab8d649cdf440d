package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.jobspec.Constraint.Property;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;

/** Reads a constraint: a mapping of at most one operator to its list (RFC 31). For one jobspec: it counts the hosts. */
final class ConstraintGrammar {
    private static final List<String> OPERATORS = List.of("properties", "hostlist", "ranks", "and", "or", "not");

    /**
     * The maximum length of all host lists together, written out: a short one can stand for names that have no short
     * form.
     */
    private static final int MAX_HOST_TEXT = JobspecReader.MAX_LENGTH / 2;

    private final Source source;
    private long hosts;
    private long hostText;

    ConstraintGrammar(Source source) {
        this.source = source;
    }

    Constraint constraint(Document value) throws DocumentException {
        Fields fields = Fields.of(source, "a constraint", value, OPERATORS);
        if (fields.entries().isEmpty()) {
            return new Constraint.Any();
        }
        if (fields.entries().size() > 1) {
            throw source.error(
                    value.at(),
                    "a constraint must have exactly one operator, found "
                            + String.join(", ", fields.entries().keySet())
                            + "\nMaybe they should be the list of an 'and'.");
        }
        String operator = fields.entries().keySet().iterator().next();
        List<Document> operands = fields.list(operator);
        return switch (operator) {
            case "properties" -> properties(fields, operands);
            case "hostlist" -> new Constraint.Hosts(counted(fields, hosts(fields, operands)));
            case "ranks" -> new Constraint.Ranks(ranks(fields, operands));
            case "and" -> new Constraint.And(constraints(operands));
            case "or" -> new Constraint.Or(constraints(operands));
            case "not" -> new Constraint.Not(constraints(operands));
            default -> throw new IllegalStateException("an operator without a rule: " + operator);
        };
    }

    private List<Constraint> constraints(List<Document> operands) throws DocumentException {
        List<Constraint> constraints = new ArrayList<>(operands.size());
        for (Document operand : operands) {
            constraints.add(constraint(operand));
        }
        return constraints;
    }

    private Constraint properties(Fields fields, List<Document> operands) throws DocumentException {
        List<Property> properties = new ArrayList<>(operands.size());
        for (Document operand : operands) {
            String word = word(fields, "properties", operand);
            boolean negated = word.startsWith("^");
            try {
                properties.add(new Property(negated ? word.substring(1) : word, negated));
            } catch (IllegalArgumentException e) {
                throw source.error(operand.at(), String.valueOf(e.getMessage()));
            }
        }
        return new Constraint.Properties(properties);
    }

    private HostList hosts(Fields fields, List<Document> operands) throws DocumentException {
        HostList.Builder hosts = HostList.builder();
        for (Document operand : operands) {
            try {
                hosts.add(word(fields, "hostlist", operand));
            } catch (IllegalArgumentException e) {
                throw source.error(operand.at(), String.valueOf(e.getMessage()));
            }
        }
        return hosts.build();
    }

    private HostList counted(Fields fields, HostList list) throws DocumentException {
        hosts += list.size();
        hostText += list.toString().length();
        if (hosts > HostList.MAX_HOSTS || hostText > MAX_HOST_TEXT) {
            throw source.error(
                    fields.at(),
                    "the constraints of a jobspec can name at most " + HostList.MAX_HOSTS + " hosts, in at most "
                            + MAX_HOST_TEXT + " characters when expanded");
        }
        return list;
    }

    private IdSet ranks(Fields fields, List<Document> operands) throws DocumentException {
        IdSet.Builder ranks = IdSet.builder();
        for (Document operand : operands) {
            try {
                ranks.addAll(IdSet.parse(word(fields, "ranks", operand)));
            } catch (IllegalArgumentException e) {
                throw source.error(operand.at(), String.valueOf(e.getMessage()));
            }
        }
        try {
            return ranks.build();
        } catch (IllegalArgumentException e) {
            throw source.error(fields.required("ranks").at(), String.valueOf(e.getMessage()));
        }
    }

    private static String word(Fields fields, String operator, Document operand) throws DocumentException {
        if (operand instanceof Scalar scalar) {
            return scalar.text();
        }
        throw fields.wrong(operator, operand, "a list of texts");
    }
}
