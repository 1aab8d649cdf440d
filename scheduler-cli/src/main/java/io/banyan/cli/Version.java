package io.banyan.cli;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import java.util.Optional;

/**
 * The text that {@code banyan --version} prints. The launcher runs it by itself: it loads nothing that other commands
 * need.
 */
final class Version {
    private Version() {}

    /** Prints it. */
    public static void main(String[] args) {
        Terminal terminal = Terminal.ofThisProcess();
        int status = print(terminal);
        terminal.err().flush();
        System.exit(status);
    }

    /** Prints it; returns the exit status. */
    static int print(Terminal terminal) {
        for (String line : lines()) {
            terminal.out().println(line);
        }
        return terminal.statusWithResult(ExitStatus.DONE);
    }

    static String[] lines() {
        String version = Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {
            "banyan ".concat(version),
            // Without an operator: compiling one at run time takes longer than all the rest.
            String.join("", "Java ", Runtime.version().toString(), ", ", System.getProperty("java.vm.name"))
        };
    }
}
