package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Target;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan property}: the properties of a vertex, which constraints of jobspecs name. */
@Command(
        name = "property",
        description = "Show, set or remove properties of a vertex.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Properties belong to one instance. Children that already hold the vertex do not see " + "changes."
        })
public final class PropertyCommand {
    private PropertyCommand() {}

    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new PropertyCommand())
                .addSubcommand(new Get(terminal))
                .addSubcommand(new Set(terminal))
                .addSubcommand(new Remove(terminal));
    }

    /** The properties of a vertex as they are printed. */
    private record Shown(String path, Map<String, String> properties, List<Long> instances) {
        static Shown of(Answer.Properties answer) {
            return new Shown(
                    answer.path(),
                    answer.properties(),
                    answer.instances().stream().map(JobId::value).toList());
        }

        /** One line a property, as they are set. */
        String text() {
            StringBuilder text = new StringBuilder();
            properties.forEach((key, value) ->
                    text.append(Printable.word(key + "=" + value)).append('\n'));
            return text.toString();
        }
    }

    /** The part that the three commands have in common. */
    private abstract static class About implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Parameters(index = "0", paramLabel = "PATH", description = "The vertex.")
        private String path = "";

        About(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        String path() {
            return path;
        }

        int change(String key, Optional<String> value) {
            Request.SetProperty request = CheckedValues.value(() -> new Request.SetProperty(path, key, value));
            return show(client -> client.setProperty(request));
        }

        int show(Target.Question<Answer.Properties> question) {
            asked.print(Shown.of(asked.ask(question)), Shown::text);
            return ExitStatus.DONE;
        }
    }

    @Command(name = "get", description = "Show the properties of a vertex.", mixinStandardHelpOptions = true)
    private static final class Get extends About {
        Get(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() {
            Request.GetProperties request = CheckedValues.value(() -> new Request.GetProperties(path()));
            return show(client -> client.properties(request));
        }
    }

    @Command(name = "set", description = "Set a property of a vertex.", mixinStandardHelpOptions = true)
    private static final class Set extends About {
        @Parameters(index = "1", paramLabel = "KEY=VALUE", description = "The property.")
        private String property = "";

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() {
            int equals = property.indexOf('=');
            if (equals < 1 || equals == property.length() - 1) {
                throw CommandFailure.wrongUse("expected KEY=VALUE, found '" + property + "'");
            }
            return change(property.substring(0, equals), Optional.of(property.substring(equals + 1)));
        }
    }

    @Command(name = "remove", description = "Remove a property of a vertex.", mixinStandardHelpOptions = true)
    private static final class Remove extends About {
        @Parameters(index = "1", paramLabel = "KEY", description = "The property.")
        private String key = "";

        Remove(Terminal terminal) {
            super(terminal);
        }

        @Override
        public Integer call() {
            return change(key, Optional.empty());
        }
    }
}
