package io.banyan.cli;

import io.banyan.cli.output.Terminal;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes a page of the manual, in AsciiDoc, for the {@code banyan} command and for each of its subcommands. Only the
 * making of packages runs it.
 */
final class ManualPages {
    private ManualPages() {}

    /** Takes the directory into which the pages are written. */
    public static void main(String[] args) throws IOException {
        Terminal nobody = new Terminal(
                InputStream.nullInputStream(),
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()));
        int status = ManPageGenerator.generateManPage(
                new File(args[0]),
                null,
                new boolean[] {},
                false,
                Banyan.whole(nobody).getCommandSpec());
        if (status != 0) {
            throw new IOException("The manual could not be written into " + args[0] + ".");
        }
    }
}
