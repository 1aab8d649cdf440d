package io.banyan.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A completion script for zsh. */
final class ZshScript {
    private static final String HEAD = """
            #compdef banyan
            # Completion of the banyan command for zsh.
            _banyan() {
                local -a known commands options
                local at= word
            """;
    private static final String WALK = """
                for word in "${(@)words[2,CURRENT-1]}"; do
                    [[ $word == -* ]] && continue
                    (( ${known[(Ie)${at:+$at }$word]} )) || break
                    at="${at:+$at }$word"
                done
                case "$at ${words[CURRENT-1]}" in
            """;
    private static final String AFTER_VALUES = """
                esac
                case "$at" in
            """;
    private static final String TAIL = """
                esac
                if [[ ${words[CURRENT]} == -* ]]; then
                    _describe -o option options
                elif (( ${#commands} )); then
                    _describe command commands
                else
                    _files
                fi
            }
            if [[ ${funcstack[1]} == _banyan ]]; then
                _banyan "$@"
            else
                compdef _banyan banyan
            fi
            """;

    private ZshScript() {}

    static String of(List<CompletedCommand> commands) {
        var script = new StringBuilder(HEAD);
        script.append("    known=(");
        script.append(commands.stream()
                        .skip(1)
                        .map(command -> quoted(command.path()))
                        .collect(Collectors.joining(" ")))
                .append(")\n");
        script.append(WALK);
        commands.forEach(command -> values(command, script));
        script.append(AFTER_VALUES);
        commands.forEach(command -> words(command, script));
        return script.append(TAIL).toString();
    }

    /** Appends the words that are offered after an option that takes a value. */
    private static void values(CompletedCommand command, StringBuilder script) {
        for (CompletedCommand.Choice option : command.options()) {
            if (!option.takesValue()) {
                continue;
            }
            String cases = option.names().stream()
                    .map(name -> quoted(command.path() + " " + name))
                    .collect(Collectors.joining("|"));
            String offer = option.values().isEmpty()
                    ? "_files"
                    : "compadd -- "
                            + option.values().stream().map(ZshScript::quoted).collect(Collectors.joining(" "));
            script.append("        ").append(cases).append(") ").append(offer).append("; return ;;\n");
        }
    }

    private static void words(CompletedCommand command, StringBuilder script) {
        List<String> options = new ArrayList<>();
        for (CompletedCommand.Choice option : command.options()) {
            option.names().forEach(name -> options.add(described(name, option.description())));
        }
        List<String> commands = command.commands().stream()
                .map(word -> described(word.name(), word.description()))
                .toList();
        script.append("        ").append(quoted(command.path())).append(")\n");
        script.append("            commands=(")
                .append(String.join(" ", commands))
                .append(")\n");
        script.append("            options=(").append(String.join(" ", options)).append(") ;;\n");
    }

    private static String described(String name, String description) {
        return quoted(name + ":" + description.replace("\\", "\\\\").replace(":", "\\:"));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
