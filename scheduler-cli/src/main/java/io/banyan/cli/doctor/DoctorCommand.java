package io.banyan.cli.doctor;

import io.banyan.cli.call.Target;
import io.banyan.cli.daemon.StartOptions;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code banyan doctor}: the obstacles to a daemon on this machine. */
@Command(
        name = "doctor",
        description = "Check whether a daemon can run here: Java, configuration, state directory, journal, "
                + "clock, addresses, parent and providers. Accepts the options of 'banyan start' and "
                + "checks the resulting setup, with or without a running daemon. Changes nothing. The exit "
                + "status is 1 if there is a problem.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DoctorCommand implements Callable<Integer> {
    private static final String CONFIGURATION = "configuration";

    private final InstantSource clock = InstantSource.system();

    @Mixin
    private final Output output;

    @Spec
    private @Nullable CommandSpec command;

    /** A finding for programs. */
    record Shown(String check, String verdict, String sentence) {
        static Shown of(DoctorFinding finding) {
            return new Shown(finding.check(), finding.verdict().toString(), finding.sentence());
        }
    }

    private DoctorCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    /** The command. */
    public static CommandLine create(Terminal terminal) {
        CommandLine line = new CommandLine(new DoctorCommand(terminal));
        StartOptions.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() {
        List<DoctorFinding> findings = new ArrayList<>(Examination.of(DoctorChecks.ofMachine()));
        try {
            findings.addAll(withSettings(StartOptions.settings(
                    Objects.requireNonNull(command).commandLine().getParseResult())));
        } catch (CommandFailure e) {
            findings.add(configuration(
                    DoctorVerdict.PROBLEM,
                    "Correct the configuration first; only then can the rest be checked: "
                            + String.valueOf(e.getMessage()).replace("\nbanyan: ", "\n")));
        }
        output.print(findings.stream().map(Shown::of).toList(), shown -> table(findings));
        boolean isWell = findings.stream().noneMatch(finding -> finding.verdict() == DoctorVerdict.PROBLEM);
        return isWell ? ExitStatus.DONE : ExitStatus.NO;
    }

    private List<DoctorFinding> withSettings(Settings settings) {
        Path defaultState = Target.defaultState(System.getenv());
        List<DoctorFinding> findings = new ArrayList<>();
        List<Check> checks = new ArrayList<>(DoctorChecks.ofDirectory(DaemonSettings.state(settings, defaultState)));
        try {
            DaemonConfig config = DaemonSettings.config(settings, defaultState);
            findings.add(configuration(DoctorVerdict.OK, "The settings are consistent."));
            checks.addAll(DoctorChecks.of(config, true, clock));
        } catch (IllegalArgumentException e) {
            checks.addAll(withoutSource(settings, defaultState, findings, String.valueOf(e.getMessage())));
        }
        findings.addAll(Examination.of(checks));
        return findings;
    }

    /** Where it is only not said from where the resources come, everything else can be looked at. */
    private List<Check> withoutSource(
            Settings settings, Path defaultState, List<DoctorFinding> findings, String sentence) {
        try {
            DaemonConfig config = DaemonSettings.requireSound(settings, defaultState);
            findings.add(configuration(DoctorVerdict.WARNING, sentence));
            return DoctorChecks.of(config, false, clock);
        } catch (IllegalArgumentException e) {
            findings.add(configuration(DoctorVerdict.PROBLEM, String.valueOf(e.getMessage())));
            return List.of();
        }
    }

    private static DoctorFinding configuration(DoctorVerdict verdict, String sentence) {
        return new DoctorFinding(CONFIGURATION, verdict, sentence);
    }

    private static Table table(List<DoctorFinding> findings) {
        Table table = new Table().left("check").left("verdict").left("finding");
        findings.forEach(finding -> table.row(finding.check(), finding.verdict(), finding.sentence()));
        return table;
    }
}
