package io.banyan.cli.client;

import io.banyan.cli.admin.EventsCommand;
import io.banyan.cli.admin.StatCommand;
import io.banyan.cli.admin.StopCommand;
import io.banyan.cli.admin.TopCommand;
import io.banyan.cli.admin.WatchCommand;
import io.banyan.cli.jobs.AccountingCommand;
import io.banyan.cli.jobs.AttachCommand;
import io.banyan.cli.jobs.CancelCommand;
import io.banyan.cli.jobs.ExplainCommand;
import io.banyan.cli.jobs.InfoCommand;
import io.banyan.cli.jobs.JobsCommand;
import io.banyan.cli.jobs.LogsCommand;
import io.banyan.cli.jobs.PartialCancelCommand;
import io.banyan.cli.jobs.ProgressCommand;
import io.banyan.cli.jobs.RequeueCommand;
import io.banyan.cli.jobs.RescaleCommand;
import io.banyan.cli.jobs.RunCommand;
import io.banyan.cli.jobs.SignalCommand;
import io.banyan.cli.jobs.SubmitCommand;
import io.banyan.cli.jobs.UpdateCommand;
import io.banyan.cli.jobs.UrgencyCommand;
import io.banyan.cli.jobs.WaitCommand;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.resources.DrainCommand;
import io.banyan.cli.resources.FindCommand;
import io.banyan.cli.resources.MatchCommand;
import io.banyan.cli.resources.MultiMatchCommand;
import io.banyan.cli.resources.NodesCommand;
import io.banyan.cli.resources.PropertyCommand;
import io.banyan.cli.resources.QueuesCommand;
import io.banyan.cli.resources.RemoveCommand;
import io.banyan.cli.resources.ReservationCommand;
import io.banyan.cli.resources.ResourceCommands;
import io.banyan.cli.resources.ScheduleCommand;
import io.banyan.cli.resources.StatusCommand;
import io.banyan.cli.tree.AbandonCommand;
import io.banyan.cli.tree.GrowCommand;
import io.banyan.cli.tree.ReclaimCommand;
import io.banyan.cli.tree.ShrinkCommand;
import io.banyan.cli.tree.SpawnCommand;
import io.banyan.cli.tree.TreeCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands of this package. */
public final class ClientCommands {
    private ClientCommands() {}

    /** How each is made, by its name, in the order in which the help lists them. */
    public static Map<String, Supplier<Object>> byName(Terminal terminal) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("stop", () -> new StopCommand(terminal));
        commands.put("spawn", () -> new SpawnCommand(terminal));
        commands.put("submit", () -> new SubmitCommand(terminal));
        commands.put("run", () -> new RunCommand(terminal));
        commands.put("logs", () -> new LogsCommand(terminal));
        commands.put("wait", () -> new WaitCommand(terminal));
        commands.put("hold", () -> new UrgencyCommand.Hold(terminal));
        commands.put("release", () -> new UrgencyCommand.Release(terminal));
        commands.put("urgency", () -> new UrgencyCommand.Urgency(terminal));
        commands.put("update", () -> new UpdateCommand(terminal));
        commands.put("requeue", () -> new RequeueCommand(terminal));
        commands.put("signal", () -> new SignalCommand(terminal));
        commands.put("rescale", () -> new RescaleCommand(terminal));
        commands.put("match", () -> new MatchCommand(terminal));
        commands.put("multi-match", () -> new MultiMatchCommand(terminal));
        commands.put("explain", () -> new ExplainCommand(terminal));
        commands.put("grow", () -> new GrowCommand(terminal));
        commands.put("shrink", () -> new ShrinkCommand(terminal));
        commands.put("reclaim", () -> new ReclaimCommand(terminal));
        commands.put("cancel", () -> new CancelCommand(terminal));
        commands.put("abandon", () -> new AbandonCommand(terminal));
        commands.put("partial-cancel", () -> new PartialCancelCommand(terminal));
        commands.put("queues", () -> new QueuesCommand(terminal));
        commands.put("reservation", () -> ReservationCommand.create(terminal));
        commands.put("schedule", () -> new ScheduleCommand(terminal));
        commands.put("jobs", () -> new JobsCommand(terminal));
        commands.put("progress", () -> new ProgressCommand(terminal));
        commands.put("top", () -> new TopCommand(terminal));
        commands.put("accounting", () -> new AccountingCommand(terminal));
        commands.put("watch", () -> new WatchCommand(terminal));
        commands.put("events", () -> new EventsCommand(terminal));
        commands.put("info", () -> new InfoCommand(terminal));
        commands.put("stat", () -> new StatCommand(terminal));
        commands.put("find", () -> new FindCommand(terminal));
        commands.put("status", () -> StatusCommand.create(terminal));
        commands.put("nodes", () -> new NodesCommand(terminal));
        commands.put("drain", () -> new DrainCommand.Drain(terminal));
        commands.put("undrain", () -> new DrainCommand.Undrain(terminal));
        commands.put("property", () -> PropertyCommand.create(terminal));
        commands.put("attach", () -> new AttachCommand(terminal));
        commands.put("resource", () -> ResourceCommands.create(terminal));
        commands.put("tree", () -> new TreeCommand(terminal));
        commands.put("urge", () -> Renamed.of("urge", "urgency", new UrgencyCommand.Urgency(terminal)));
        commands.put("limit", () -> Renamed.of("limit", "update", new UpdateCommand(terminal)));
        commands.put("remove", () -> Renamed.of("remove", "resource remove", new RemoveCommand(terminal)));
        return commands;
    }
}
