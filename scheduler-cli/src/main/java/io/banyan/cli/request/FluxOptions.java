package io.banyan.cli.request;

import static io.banyan.cli.request.ForeignOption.Argument.NONE;
import static io.banyan.cli.request.ForeignOption.Argument.OPTIONAL;
import static io.banyan.cli.request.ForeignOption.Argument.REQUIRED;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The options of flux-submit(1) and flux-batch(1), which scripts can have as directives (RFC 36), and their
 * translations.
 */
final class FluxOptions {
    private static final String NOT_HERE = "Banyan has no equivalent";
    private static final String INSTANCE = "a batch script does not run in its own instance; 'banyan batch' starts one";
    private static final Pattern SPAN = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(ms|s|m|h|d)?");
    private static final Map<String, BigDecimal> SECONDS = Map.of(
            "ms", new BigDecimal("0.001"),
            "s", BigDecimal.ONE,
            "m", BigDecimal.valueOf(60),
            "h", BigDecimal.valueOf(3_600),
            "d", BigDecimal.valueOf(86_400));
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(=.*)?", Pattern.DOTALL);
    private static final String EXPEDITED = "31";

    static final ForeignOptions TABLE = table();

    private final ForeignOptionsBuilder all = new ForeignOptionsBuilder();

    private FluxOptions() {}

    private static ForeignOptions table() {
        var options = new FluxOptions();
        options.addResources();
        options.addJob();
        options.addMeaningless();
        return options.all.build("flux submit");
    }

    private void addResources() {
        all.same("--nodes", "alone, whole nodes", "-N", "--nodes");
        all.same("--tasks", "", "-n", "--ntasks", "--nslots");
        all.same("--cores-per-task", "", "-c", "--cores-per-task", "--cores-per-slot");
        all.same("--gpus-per-task", "", "-g", "--gpus-per-task", "--gpus-per-slot");
        all.same("--tasks-per-node", "", "--tasks-per-node");
        all.same("--gpus-per-node", "divided among the tasks of a node, or shared", "--gpus-per-node");
        all.flag("--exclusive", "-x", "--exclusive");
        all.same("--constraint", "RFC 35 with properties, host: and rank:", "--requires");
        all.becomes(REQUIRED, "--time", "a number alone is minutes", FluxOptions::time, "-t", "--time-limit");
        all.same("--queue", "", "-q", "--queue");
    }

    private void addJob() {
        all.same("--account", "", "-B", "--bank");
        all.same("--name", "", "--job-name");
        all.becomes(REQUIRED, "--urgency", "", FluxOptions::urgency, "--urgency");
        all.becomes(REQUIRED, "--begin", "+1h, or a date and time", FluxOptions::begin, "--begin-time");
        all.same("--dependency", "", "--dependency");
        all.becomes(REQUIRED, "--env", "NAME or NAME=VALUE", FluxOptions::variable, "--env");
        all.same("--chdir", "", "--cwd");
        all.same("--output", "", "--output");
        all.same("--error", "", "--error");
        all.becomes(REQUIRED, "--input", "", SlurmValues::input, "--input");
        all.flag("--label-io", "-l", "--label-io");
        all.holds(NONE, "output is not buffered", "-u", "--unbuffered");
        all.holds(NONE, "only changes messages", "-v", "--verbose");
        all.holds(NONE, "only changes messages", "--quiet");
    }

    private void addMeaningless() {
        all.meaningless(NONE, "use it on the command line of 'banyan submit'", "--dry-run");
        all.meaningless(NONE, "use it on the command line of 'banyan submit'", "--wait");
        all.meaningless(NONE, NOT_HERE, "--debug");
        all.meaningless(REQUIRED, "Banyan does not have the shell options of Flux", "-o", "--setopt");
        all.meaningless(REQUIRED, "a jobspec can contain its own attributes", "-S", "--setattr");
        all.meaningless(REQUIRED, "write the command after '--' on the command line", "--wrap");
        all.meaningless(OPTIONAL, INSTANCE, "--dump");
        Stream.of("--conf", "--broker-opts").forEach(name -> all.meaningless(REQUIRED, INSTANCE, name));
        Stream.of(
                        "--add-file",
                        "--cc",
                        "--bcc",
                        "--cores",
                        "--env-file",
                        "--env-remove",
                        "--flags",
                        "--log",
                        "--log-stderr",
                        "--rlimit",
                        "--taskmap",
                        "--tasks-per-core")
                .forEach(name -> all.meaningless(REQUIRED, NOT_HERE, name));
        all.meaningless(OPTIONAL, "'banyan submit --checkpoint' gives the job time after SIGTERM", "--signal");
    }

    /** In whole seconds, rounded up. */
    private static List<String> time(String value) {
        Matcher span = SPAN.matcher(value);
        if (!span.matches()) {
            throw new IllegalArgumentException(
                    "a time limit must be a number of minutes, or a time such as 90s or 1.5h, found '" + value + "'");
        }
        BigDecimal unit = SECONDS.get(span.group(2) == null ? "m" : span.group(2));
        BigDecimal seconds = new BigDecimal(span.group(1)).multiply(unit).setScale(0, RoundingMode.CEILING);
        return List.of("--time=" + seconds.toPlainString() + "s");
    }

    private static List<String> urgency(String value) {
        return switch (value) {
            case "default" -> List.of();
            case "hold", "0" -> List.of("--hold");
            case "expedite" -> List.of("--urgency=" + EXPEDITED);
            default -> List.of("--urgency=" + value);
        };
    }

    private static List<String> begin(String value) {
        return List.of("--begin=" + (value.startsWith("+") ? value.substring(1) : value));
    }

    private static List<String> variable(String value) {
        if (!VARIABLE.matcher(value).matches()) {
            throw new IllegalArgumentException("--env must be NAME or NAME=VALUE, found '" + value + "'");
        }
        return List.of("--env=" + value);
    }
}
