package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.ForeignOption.Effect;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The directives that docs/user/scripts.md lists are those of the program. */
class DirectiveListTest {
    private static String effect(ForeignOption option) {
        return switch (option.effect()) {
            case Effect.Becomes becomes ->
                "becomes `" + becomes.option() + "`" + (becomes.note().isEmpty() ? "" : ": " + becomes.note());
            case Effect.Holds(String why) -> "has no effect: " + why;
            case Effect.Meaningless(String why) -> "refused: " + why;
        };
    }

    private static String names(List<ForeignOption> options) {
        return options.stream()
                .flatMap(option -> option.names().stream())
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
    }

    /** The text without its line breaks, since the document breaks long lines. */
    private static String onOneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** An item for each option that becomes one of the program, and for each reason why others do not. */
    private static String list(ForeignOptions options) {
        Map<String, List<ForeignOption>> items = new LinkedHashMap<>();
        for (ForeignOption option : options.all()) {
            String names = option.effect() instanceof Effect.Becomes ? names(List.of(option)) : "";
            items.computeIfAbsent(names + " " + effect(option), item -> new ArrayList<>())
                    .add(option);
        }
        return items.values().stream()
                .map(alike -> names(alike) + " " + effect(alike.getFirst()))
                .map(item -> "* " + item.replace("& | !", "`&`, `|`, `!`") + "\n")
                .collect(Collectors.joining());
    }

    /** Writes the lists to target/directives-*.md, from where they go into the document when they change. */
    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"SLURM", "FLUX"})
    void theDocumentListsTheOptionsOfTheProgram(Dialect dialect) throws IOException {
        String list = list(dialect.options().orElseThrow());
        Files.writeString(
                Path.of("target", "directives-" + dialect.name().toLowerCase(java.util.Locale.ROOT) + ".md"), list);
        assertThat(onOneLine(Files.readString(Path.of("..", "docs", "user", "scripts.md"))))
                .contains(onOneLine(list));
    }

    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"SLURM", "FLUX"})
    void eachOptionBecomesOneOfTheProgram(Dialect dialect) {
        var terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()));
        Set<String> known = new CommandLine(new JobOptions(terminal))
                .getCommandSpec()
                .optionsMap()
                .keySet();
        assertThat(dialect.options().orElseThrow().all().stream()
                        .map(ForeignOption::effect)
                        .filter(Effect.Becomes.class::isInstance)
                        .map(effect -> ((Effect.Becomes) effect).option()))
                .isNotEmpty()
                .isSubsetOf(known);
    }
}
