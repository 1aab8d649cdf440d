package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.deadline.Statement;
import java.util.ArrayList;
import java.util.List;

/** The printed statements of the paper beside a campaign. */
final class StatementTable {
    private static final int WIDTH = 100;

    private StatementTable() {}

    /** A table for people: the numbers stand below the statement. */
    static String text(List<Statement> statements) {
        var table = new Table().left("id").left("holds").left("statement, and below it the numbers");
        for (Statement statement : statements) {
            table.row(statement.id(), statement.verdict().word(), statement.text());
            if (!statement.evidence().isEmpty()) {
                table.row("", "", "  " + statement.evidence());
            }
        }
        return table.toString();
    }

    static List<List<String>> rows(List<Statement> statements) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("id", "holds", "statement", "found"));
        statements.forEach(it -> rows.add(List.of(it.id(), it.verdict().word(), it.text(), it.evidence())));
        return rows;
    }

    /** A line of words as lines that fit a terminal. */
    static String wrapped(String words) {
        var text = new StringBuilder();
        int column = 0;
        for (String word : words.split(" ", -1)) {
            boolean isNext = column > 0 && column + 1 + word.length() > WIDTH;
            text.append(column == 0 ? "" : isNext ? "\n" : " ").append(word);
            column = isNext || column == 0 ? word.length() : column + 1 + word.length();
        }
        return text.toString();
    }

    /** How many hold. */
    static long held(List<Statement> statements) {
        return statements.stream()
                .filter(it -> it.verdict() == Statement.Verdict.YES)
                .count();
    }
}
