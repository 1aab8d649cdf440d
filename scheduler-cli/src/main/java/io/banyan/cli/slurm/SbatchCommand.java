package io.banyan.cli.slurm;

import io.banyan.cli.call.JobEnd;
import io.banyan.cli.call.RefusalPrinter;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Texts;
import io.banyan.cli.request.BatchScript;
import io.banyan.cli.request.Dialect;
import io.banyan.cli.request.ForeignOptions;
import io.banyan.cli.request.ForeignScript;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.JobFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.files.ThisMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** {@code sbatch}: submits a batch script. */
final class SbatchCommand implements RawTool {
    /** Options that do not concern the job and its resources. They are left out, and standard error says so. */
    static final Set<String> ADVICE = Set.of(
            "--acctg-freq",
            "--comment",
            "--get-user-env",
            "--mail-type",
            "--mail-user",
            "--profile",
            "--requeue",
            "--signal",
            "--wckey");

    /**
     * Variables that stand for options, by their names. The command line wins over them, and they win over the script.
     */
    private static final Map<String, String> VARIABLES = Map.of(
            "SBATCH_ACCOUNT", "--account",
            "SBATCH_CONSTRAINT", "--constraint",
            "SBATCH_EXPORT", "--export",
            "SBATCH_JOB_NAME", "--job-name",
            "SBATCH_OUTPUT", "--output",
            "SBATCH_PARTITION", "--partition",
            "SBATCH_RESERVATION", "--reservation",
            "SBATCH_TIMELIMIT", "--time");

    /** How variables of jobs begin. */
    private static final String OF_JOB = "SLURM_";

    private final ToolContext tool;

    SbatchCommand(ToolContext tool) {
        this.tool = tool;
    }

    /**
     * The parsed command line: the options for the job, the wrapped command, and whether the output is parsable and the
     * end of the job is awaited.
     */
    private static final class Line {
        private final Map<String, List<String>> options = new LinkedHashMap<>();
        private Optional<String> wrapped = Optional.empty();
        private boolean isParsable;
        private boolean isAwaited;
    }

    @Override
    public ForeignOptions options() {
        return Dialect.SLURM.options().orElseThrow();
    }

    @Override
    public int run(List<String> arguments) {
        List<String> words = new ArrayList<>();
        VARIABLES.forEach(
                (variable, option) -> tool.variable(variable).ifPresent(value -> words.add(option + "=" + value)));
        words.addAll(arguments);
        ForeignOptions.Parsed parsed = options().parse(words);
        var line = new Line();
        parsed.options().forEach(found -> take(line, found));
        BatchScript script = script(line, parsed.rest());
        if (!line.options.containsKey(ArrayDependencies.OPTION)) {
            ForeignScript.option(script, Dialect.SLURM, ArrayDependencies.OPTION)
                    .ifPresent(found -> take(line, found));
        }
        JobRequest.Submit alone = request(script, line, "slurm-%j.out");
        JobRequest.Submit request = alone.indices().isEmpty() ? alone : request(script, line, "slurm-%A_%a.out");
        JobRecord job = submitted(SeveralNodes.withInstance(inQueue(withVariables(request))));
        if (line.isParsable) {
            tool.print(job.id() + "\n");
        } else {
            tool.print("Submitted batch job " + job.id() + "\n");
        }
        return line.isAwaited ? statusAtEnd(job) : ExitStatus.DONE;
    }

    /** The request for a script, whose output goes to this file where nothing else is said. */
    private JobRequest.Submit request(BatchScript script, Line line, String output) {
        return ForeignScript.request(
                script,
                List.of("--output=" + output, "--open-mode=truncate"),
                Stream.of(
                                List.of("--slurm-env"),
                                SubmittersDaemon.options(tool.target().access()),
                                line.options.values().stream()
                                        .flatMap(List::stream)
                                        .toList())
                        .flatMap(List::stream)
                        .toList(),
                ADVICE,
                tool.terminal());
    }

    /**
     * The request of a job that finds the variables of Slurm which only sbatch knows, and none of a job in which sbatch
     * runs.
     */
    private JobRequest.Submit withVariables(JobRequest.Submit request) {
        Attributes said = request.jobspec().attributes();
        Map<String, String> variables = new LinkedHashMap<>(said.environment());
        if (tool.variable("BANYAN_JOB_ID").isPresent()) {
            variables
                    .keySet()
                    .removeIf(
                            name -> name.startsWith(OF_JOB) && tool.variables().containsKey(name));
        }
        variables.put("SLURM_SUBMIT_HOST", ThisMachine.name());
        variables.putAll(arrayVariables(request.indices().longs().toArray()));
        return request.with(new Jobspec(
                request.jobspec().version(),
                request.jobspec().resources(),
                request.jobspec().tasks(),
                new Attributes(
                        said.durationSec(),
                        said.queue(),
                        said.constraint(),
                        said.cwd(),
                        variables,
                        said.system(),
                        said.user())));
    }

    private static Map<String, String> arrayVariables(long[] indices) {
        if (indices.length == 0) {
            return Map.of();
        }
        long step = indices.length == 1 ? 1 : indices[1] - indices[0];
        boolean isEven = IntStream.range(1, indices.length).allMatch(i -> indices[i] - indices[i - 1] == step);
        return Map.of(
                "SLURM_ARRAY_TASK_MIN",
                Long.toString(indices[0]),
                "SLURM_ARRAY_TASK_MAX",
                Long.toString(indices[indices.length - 1]),
                "SLURM_ARRAY_TASK_STEP",
                Long.toString(isEven ? step : 1));
    }

    /** The request with the queue that the name of its partition stands for. */
    private JobRequest.Submit inQueue(JobRequest.Submit request) {
        Attributes said = request.jobspec().attributes();
        boolean isKept = said.queue()
                .filter(QueuePartition.UNNAMED::equals)
                .filter(name -> tool.ask(cluster -> cluster.queueOf(name)).isEmpty())
                .isEmpty();
        if (isKept) {
            return request;
        }
        var attributes = new Attributes(
                said.durationSec(),
                Optional.empty(),
                said.constraint(),
                said.cwd(),
                said.environment(),
                said.system(),
                said.user());
        return request.with(new Jobspec(
                request.jobspec().version(),
                request.jobspec().resources(),
                request.jobspec().tasks(),
                attributes));
    }

    private void take(Line line, ForeignOptions.Found found) {
        String name = found.option().name();
        switch (name) {
            case "--wrap" -> line.wrapped = found.value();
            case "--parsable" -> line.isParsable = true;
            case "--wait" -> line.isAwaited = true;
            case "--clusters" -> ToolOptions.requireAll(found.value().orElse(""));
            default -> {
                if (ADVICE.contains(name)) {
                    tool.tell("sbatch: warning: " + found.name() + " is not supported by Banyan and is ignored");
                } else {
                    // The last one wins.
                    line.options.remove(name);
                    line.options.put(name, translated(tool, found));
                }
            }
        }
    }

    /**
     * The words of Banyan for an option.
     *
     * @throws SlurmFailure where it has no meaning
     */
    static List<String> translated(ToolContext tool, ForeignOptions.Found found) {
        boolean isDependency = found.option().name().equals(ArrayDependencies.OPTION);
        try {
            return isDependency ? ArrayDependencies.of(tool).resolved(found).translated() : found.translated();
        } catch (IllegalArgumentException e) {
            throw new SlurmFailure(found.refusal("is not supported by Banyan", String.valueOf(e.getMessage())));
        }
    }

    private BatchScript script(Line line, List<String> rest) {
        if (line.wrapped.isPresent()) {
            if (!rest.isEmpty()) {
                throw new SlurmFailure("Script arguments not permitted with --wrap option");
            }
            return new BatchScript(
                    "wrap",
                    "#!/bin/sh\n# This script was created by sbatch --wrap.\n\n" + line.wrapped.get() + "\n",
                    List.of());
        }
        return rest.isEmpty()
                ? new BatchScript("sbatch", standardInput(), List.of())
                : BatchScript.read(rest.getFirst(), rest.subList(1, rest.size()));
    }

    private String standardInput() {
        try {
            return Texts.read(tool.terminal().in(), "standard input", JobFiles.MOST_BYTES);
        } catch (IOException e) {
            throw new SlurmFailure("standard input cannot be read: " + e.getMessage());
        }
    }

    private JobRecord submitted(JobRequest.Submit request) {
        RequestOutcome<JobAnswer.Submitted> outcome =
                tool.ask(cluster -> cluster.client().queueing().submit(request));
        return switch (outcome) {
            case RequestOutcome.Done<JobAnswer.Submitted>(JobAnswer.Submitted submitted) -> submitted.job();
            case RequestOutcome.Refused<JobAnswer.Submitted>(var refused) ->
                throw new SlurmFailure("Batch job submission failed: Requested node configuration is not available\n"
                        + RefusalPrinter.text(refused));
        };
    }

    private int statusAtEnd(JobRecord job) {
        List<JobRecord> ended = new ArrayList<>();
        new JobEnd(tool.target(), tool::tell).await(ids(job), ended::add);
        return ended.stream()
                .mapToInt(it ->
                        it.exitStatus().orElse(it.state() == JobState.COMPLETED ? ExitStatus.DONE : ExitStatus.NO))
                .max()
                .orElse(ExitStatus.DONE);
    }

    /** The numbers of an array follow each other. */
    private static List<JobId> ids(JobRecord job) {
        int count = job.submission()
                .flatMap(Submission::array)
                .map(ArrayPlace::count)
                .orElse(1);
        long first = job.id().value();
        return LongStream.range(first, first + count).mapToObj(JobId::new).toList();
    }
}
