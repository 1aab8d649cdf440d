package io.banyan.cli.client;

import io.banyan.cli.output.Terminal;
import java.util.List;

/** The commands of this package. */
public final class ClientCommands {
    private ClientCommands() {}

    /** One of each, in the order in which the help lists them. */
    public static List<Object> all(Terminal terminal) {
        return List.of(
                new StopCommand(terminal),
                new SpawnCommand(terminal),
                new MatchCommand(terminal),
                new MultiMatchCommand(terminal),
                new ExplainCommand(terminal),
                new GrowCommand(terminal),
                new ShrinkCommand(terminal),
                new CancelCommand(terminal),
                new PartialCancelCommand(terminal),
                new UpdateCommand(terminal),
                new JobsCommand(terminal),
                new InfoCommand(terminal),
                new StatCommand(terminal),
                new FindCommand(terminal),
                StatusCommand.create(terminal),
                PropertyCommand.create(terminal),
                new AttachCommand(terminal),
                new RemoveCommand(terminal),
                new TreeCommand(terminal));
    }
}
