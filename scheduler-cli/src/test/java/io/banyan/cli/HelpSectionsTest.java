package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

class HelpSectionsTest {
    private static final String HEADING = "Connection options:";
    /** The former names of commands, with the words that each took. */
    private static final Map<String, String> FORMER_NAMES =
            Map.of("urge", "urgency", "limit", "update", "remove", "resource remove");

    private static CommandLine whole() {
        var nobody = new PrintWriter(Writer.nullWriter());
        return Banyan.whole(new Terminal(InputStream.nullInputStream(), nobody, nobody));
    }

    private static List<CommandLine> all(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        new LinkedHashSet<>(command.getSubcommands().values()).forEach(below -> all.addAll(all(below)));
        return all;
    }

    private static String help(CommandLine command) {
        command.setUsageHelpWidth(160);
        return command.getUsageMessage(Ansi.OFF);
    }

    @Test
    void theConnectionOptionsOfEveryCommandFollowItsOwnInTheirOwnGroup() {
        int withConnection = 0;
        for (CommandLine command : all(whole())) {
            String help = help(command);
            String name = command.getCommandSpec().qualifiedName();
            boolean connects = command.getCommandSpec().options().stream()
                    .anyMatch(it -> Target.isConnectionOption(it) && !it.hidden());
            assertThat(help.contains(HEADING)).as(name).isEqualTo(connects);
            assertThat(help.contains("[CONNECTION OPTIONS]")).as(name).isEqualTo(connects);
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (connects && !option.hidden()) {
                    int at = ("\n" + help).indexOf(listed(option));
                    assertThat(at > help.indexOf(HEADING))
                            .as(name + " " + option.longestName())
                            .isEqualTo(Target.isConnectionOption(option));
                }
            }
            withConnection += connects ? 1 : 0;
        }
        assertThat(withConnection).isGreaterThan(50);
    }

    /** The beginning of the line of an option. */
    private static String listed(OptionSpec option) {
        return "\n  " + (option.shortestName().length() == 2 ? option.shortestName() : "    " + option.shortestName());
    }

    @Test
    void theFormerNamesOfCommandsAreInNoHelp() {
        CommandLine banyan = whole();
        FORMER_NAMES.forEach((former, name) -> {
            CommandLine command = banyan.getSubcommands().get(former);
            assertThat(help(banyan)).doesNotContainPattern("\n  " + former + " ");
            assertThat(help(command)).contains("Deprecated name of 'banyan " + name + "'.");
            CommandLine renamed = banyan;
            for (String word : name.split(" ", -1)) {
                renamed = renamed.getSubcommands().get(word);
            }
            assertThat(command.getCommandSpec().userObject())
                    .hasSameClassAs(renamed.getCommandSpec().userObject());
        });
        assertThat(help(banyan.getSubcommands().get("update")))
                .doesNotContain("--reserve", "--duration", "--at", "FORMAT FILE");
        assertThat(help(banyan.getSubcommands().get("attach"))).doesNotContain("JGF");
    }
}
