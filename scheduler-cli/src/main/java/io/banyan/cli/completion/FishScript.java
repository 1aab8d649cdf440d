package io.banyan.cli.completion;

import java.util.List;
import java.util.stream.Collectors;

/** A completion script for fish. */
final class FishScript {
    private static final String HEAD = """
            # Completion of the banyan command for fish.
            # Whether the words so far name exactly this command.
            function __banyan_at
                set -l found
                for word in (commandline -opc)[2..-1]
                    string match -q -- '-*' $word; and continue
                    contains -- (string join ' ' $found $word) $__banyan_commands; or break
                    set -a found $word
                end
                test "$found" = "$argv[1]"
            end

            """;

    private FishScript() {}

    static String of(List<CompletedCommand> commands) {
        var script = new StringBuilder(HEAD);
        script.append("set -g __banyan_commands");
        commands.stream().skip(1).forEach(command -> script.append(' ').append(quoted(command.path())));
        script.append("\n\n");
        for (CompletedCommand command : commands) {
            String at = "complete -c banyan -n " + quoted("__banyan_at " + quoted(command.path()));
            for (CompletedCommand.Word word : command.commands()) {
                script.append(at)
                        .append(" -f -a ")
                        .append(word.name())
                        .append(" -d ")
                        .append(quoted(word.description()))
                        .append('\n');
            }
            for (CompletedCommand.Choice option : command.options()) {
                script.append(at).append(option(option)).append('\n');
            }
        }
        return script.toString();
    }

    private static String option(CompletedCommand.Choice option) {
        String names = option.names().stream()
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .collect(Collectors.joining());
        String value = option.takesValue() ? " -r" : "";
        String values = option.values().isEmpty() ? "" : " -f -a " + quoted(String.join(" ", option.values()));
        return names + value + values + " -d " + quoted(option.description());
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
