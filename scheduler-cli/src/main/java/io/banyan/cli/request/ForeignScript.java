package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A batch script that the command of another scheduler submits. */
public final class ForeignScript {
    private ForeignScript() {}

    /**
     * The option that the last of its directives gives, in the form of the other scheduler; empty where none does, or
     * it is not understood.
     *
     * @param name the longest of the option
     */
    public static Optional<ForeignOptions.Found> option(BatchScript script, Dialect dialect, String name) {
        return Directive.of(script).stream()
                .filter(directive -> directive.dialect() == dialect)
                .flatMap(directive -> options(directive, dialect))
                .filter(found -> found.option().name().equals(name))
                .reduce((first, last) -> last);
    }

    private static Stream<ForeignOptions.Found> options(Directive directive, Dialect dialect) {
        try {
            return dialect.options().stream().flatMap(options -> options.parse(directive.words()).options().stream());
        } catch (IllegalArgumentException toldWhenItIsSubmitted) {
            return Stream.empty();
        }
    }

    /**
     * The request to submit it.
     *
     * @param usual options of Banyan that hold where neither the script nor the command line says them
     * @param given options of Banyan on the command line, in place of those of the other scheduler
     * @param advice options of the other scheduler that are left out of the script where they have no meaning here
     * @throws CommandFailure where the script or an option is refused
     */
    public static JobRequest.Submit request(
            BatchScript script, List<String> usual, List<String> given, Set<String> advice, Terminal terminal) {
        var line = new CommandLine(new JobOptions(terminal)).setExpandAtFiles(false);
        try {
            var unused = line.parseArgs(given.toArray(String[]::new));
        } catch (ParameterException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
        ScriptOptions.Result result = ScriptOptions.request(
                script, usual, line.getCommandSpec(), terminal, new Leniency(advice::contains, ""));
        JobRequest.Submit request = result.request();
        return result.options()
                .input()
                .filter(file -> !file.equals("none"))
                .map(file ->
                        CheckedValues.value(() -> request.with(request.jobspec().withInput(file))))
                .orElse(request);
    }
}
