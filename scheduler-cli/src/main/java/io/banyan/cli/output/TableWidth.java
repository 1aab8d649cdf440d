package io.banyan.cli.output;

import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The option {@code --wide} of a command that prints a table. */
public final class TableWidth {
    /** A table that is no wider fits every terminal, whose size need not be asked for. */
    private static final int FITS = 40;

    private final Terminal terminal;

    @Option(names = "--wide", description = "Do not truncate columns to the width of the terminal.")
    private boolean isWide;

    /** The width of this terminal. */
    public TableWidth(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * A table that is as wide as the terminal at most, where its columns can be cut so far; the table as it is where
     * standard output is no terminal.
     */
    public Table fit(Table table) {
        if (isWide || table.width() <= FITS) {
            return table;
        }
        OptionalInt columns = terminal.columns();
        return columns.isEmpty() ? table : table.within(columns.getAsInt());
    }
}
