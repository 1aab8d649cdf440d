package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The options of many jobs: those of the command line, and for each job those of its own, which win. The result of
 * equal options is computed once.
 */
public final class LineOptions {
    /** So many different options are remembered. */
    private static final int MOST_REMEMBERED = 1_000;

    private final List<OptionSpec> given;
    private final Terminal terminal;
    private final Map<List<String>, JobRequest.Submit> templates = new HashMap<>();

    /** @param command the command line, whose options are parsed */
    public LineOptions(CommandSpec command, Terminal terminal) {
        this.given = command.commandLine().getParseResult().matchedOptionsSet().stream()
                .toList();
        this.terminal = terminal;
    }

    /**
     * The request to run a command.
     *
     * @param options of this job, as words of a command line
     * @param place where they stand, for messages
     * @throws CommandFailure where they are none, or contradict each other
     */
    public JobRequest.Submit command(List<String> options, List<String> words, String place) {
        if (templates.size() > MOST_REMEMBERED) {
            templates.clear();
        }
        try {
            return running(templates.computeIfAbsent(options, it -> template(parsed(it), words)), words);
        } catch (CommandFailure e) {
            throw e.at(place);
        }
    }

    private static JobRequest.Submit template(JobOptions all, List<String> words) {
        return alone(all.withInputFile(all.request(all.jobspec(words), "")));
    }

    /** The request to run a jobspec. */
    public JobRequest.Submit jobspec(List<String> options, String jobspec, String place) {
        try {
            JobOptions all = parsed(options);
            return alone(all.withInputFile(all.request(all.read(place, jobspec), "")));
        } catch (CommandFailure e) {
            throw e.at(place);
        }
    }

    private static JobRequest.Submit alone(JobRequest.Submit request) {
        if (!request.indices().isEmpty()) {
            throw CommandFailure.wrongUse("--array cannot be used with --each-line or --from-json");
        }
        return request;
    }

    private static JobRequest.Submit running(JobRequest.Submit template, List<String> words) {
        Jobspec jobspec = template.jobspec();
        List<Task> tasks = jobspec.tasks().stream()
                .map(task -> new Task(words, task.slot(), task.count(), task.distribution(), task.attributes()))
                .toList();
        return new JobRequest.Submit(
                new Jobspec(jobspec.version(), jobspec.resources(), tasks, jobspec.attributes()),
                template.name(),
                template.urgency());
    }

    /** The options of the command line, and those of one job, of which each is given once. */
    private JobOptions parsed(List<String> options) {
        var all = new JobOptions(terminal);
        var parser = new CommandLine(all).setOverwrittenOptionsAllowed(true);
        List<String> words = new ArrayList<>();
        for (OptionSpec option : given) {
            if (parser.getCommandSpec().optionsMap().containsKey(option.longestName())) {
                words.addAll(ScriptOptions.words(option));
            }
        }
        words.addAll(options);
        try {
            var unusedOwn = new CommandLine(new JobOptions(terminal)).parseArgs(options.toArray(String[]::new));
            var unused = parser.parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
        // The daemon would be asked for the nodes of a queue once for each job.
        if (all.resources().requiredQueue().isPresent()) {
            throw CommandFailure.wrongUse("--requires-queue cannot be used with --each-line or --from-json");
        }
        return all;
    }
}
