package io.banyan.cli;

import io.banyan.cli.call.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The sections of every help: the command's own options come first, the options of the connection to a daemon last, in
 * a group of their own. The synopsis names that group in place of its options.
 */
final class HelpSections {
    private static final String HEADING = "connectionOptionListHeading";
    private static final String LIST = "connectionOptionList";
    private static final String IN_SYNOPSIS = " [CONNECTION OPTIONS]";

    private HelpSections() {}

    /** Gives a command and all below it these sections. */
    static CommandLine apply(CommandLine command) {
        List<String> keys = new ArrayList<>(command.getHelpSectionKeys());
        keys.addAll(keys.indexOf(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING), List.of(HEADING, LIST));
        command.setHelpFactory(OfCommand::new);
        command.setHelpSectionKeys(keys);
        Map<String, IHelpSectionRenderer> sections = command.getHelpSectionMap();
        sections.put(HEADING, help -> connection(help).isEmpty() ? "" : help.createHeading("%nConnection options:%n"));
        sections.put(LIST, help -> list(help, connection(help)));
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> list(help, own(help)));
        command.setHelpSectionMap(sections);
        return command;
    }

    private static List<OptionSpec> connection(Help help) {
        return options(help, Target::isConnectionOption);
    }

    private static List<OptionSpec> own(Help help) {
        return options(help, it -> !Target.isConnectionOption(it));
    }

    private static List<OptionSpec> options(Help help, Predicate<OptionSpec> wanted) {
        return help.commandSpec().options().stream()
                .filter(it -> !it.hidden())
                .filter(wanted)
                .toList();
    }

    private static String list(Help help, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout();
        List<OptionSpec> sorted = new ArrayList<>(options);
        sorted.sort(order(help.commandSpec()));
        layout.addOptions(sorted, help.parameterLabelRenderer());
        return layout.toString();
    }

    /** The order of picocli: by name, or as they are declared. */
    private static Comparator<OptionSpec> order(CommandSpec command) {
        return command.usageMessage().sortOptions()
                ? Comparator.comparing(it -> withoutDashes(it.shortestName()), HelpSections::compareNames)
                : Comparator.comparingInt(OptionSpec::order);
    }

    private static String withoutDashes(String name) {
        return name.replaceFirst("^-+", "");
    }

    private static int compareNames(String one, String other) {
        int order = String.CASE_INSENSITIVE_ORDER.compare(one, other);
        return order == 0 ? other.compareTo(one) : order;
    }

    /** A help whose synopsis names the group of the connection options. */
    private static final class OfCommand extends Help {
        OfCommand(CommandSpec command, ColorScheme colors) {
            super(command, colors);
        }

        @Override
        protected Ansi.Text createDetailedSynopsisOptionsText(
                Collection<ArgSpec> done,
                List<OptionSpec> options,
                Comparator<OptionSpec> order,
                boolean clusterBooleanOptions) {
            List<OptionSpec> own = options.stream()
                    .filter(it -> !Target.isConnectionOption(it))
                    .toList();
            Ansi.Text text = super.createDetailedSynopsisOptionsText(done, own, order, clusterBooleanOptions);
            return own.size() == options.size() ? text : text.concat(IN_SYNOPSIS);
        }
    }
}
