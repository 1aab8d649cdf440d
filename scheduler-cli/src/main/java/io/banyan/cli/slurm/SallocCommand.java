package io.banyan.cli.slurm;

import io.banyan.cli.jobs.ForegroundNotices;
import io.banyan.cli.nested.AllocCommand;
import io.banyan.cli.request.ForeignOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** {@code salloc}: waits for resources, and gives a shell or runs a command on them, whose srun starts tasks there. */
final class SallocCommand implements RawTool {
    /** Options that say how many tasks there are. Without them there is one for each node. */
    private static final Set<String> TASKS = Set.of("--ntasks", "--ntasks-per-node");

    private final ToolContext tool;

    SallocCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public ForeignOptions options() {
        return ForeignOptions.salloc();
    }

    @Override
    public int run(List<String> arguments) {
        ForeignOptions.Parsed parsed = options().parse(arguments);
        Map<String, List<String>> options = new LinkedHashMap<>();
        parsed.options().forEach(found -> take(options, found));
        List<String> words = new ArrayList<>(tool.targetWords());
        words.add("--slurm-env");
        words.addAll(SubmittersDaemon.options(tool.target().access()));
        if (SrunCommand.COUNTS.stream().noneMatch(options::containsKey)) {
            words.add("--tasks=1");
        }
        parsed.options().stream()
                .filter(found -> found.option().name().equals("--nodes"))
                .filter(found -> TASKS.stream().noneMatch(options::containsKey))
                .flatMap(found -> found.value().stream())
                .map(nodes -> "--env=" + SeveralNodes.TASKS + "=" + nodes.replaceFirst("-.*", ""))
                .reduce((first, last) -> last)
                .ifPresent(words::add);
        options.values().forEach(words::addAll);
        words.addAll(parsed.rest());
        boolean isQuiet = parsed.options().stream()
                .anyMatch(found -> found.option().name().equals("--quiet"));
        return new CommandLine(new AllocCommand(
                        tool.terminal(), Optional.of(isQuiet ? ForegroundNotices.NONE : new AllocationNotices())))
                .setOut(tool.terminal().out())
                .setErr(tool.terminal().err())
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((e, given) -> Tool.SALLOC.failed(tool, options(), e))
                .setExecutionExceptionHandler((e, line, result) -> Tool.SALLOC.failed(tool, options(), e))
                .execute(words.toArray(String[]::new));
    }

    private void take(Map<String, List<String>> options, ForeignOptions.Found found) {
        String name = found.option().name();
        if (name.equals("--clusters")) {
            ToolOptions.requireAll(found.value().orElse(""));
        } else if (SbatchCommand.ADVICE.contains(name)) {
            tool.tell("salloc: warning: " + found.name() + " is not supported by Banyan and is ignored");
        } else if (!tool.isDefaultPartition(found)) {
            // The last one wins.
            options.remove(name);
            options.put(name, SbatchCommand.translated(tool, found));
        }
    }
}
