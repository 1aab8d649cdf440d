package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Documents.Code;
import io.banyan.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The classes, commands, options, files and metrics that documents name in code font exist. */
class DocumentedNamesTest {
    private static final Pattern CLASS = Pattern.compile("((?:[a-z]\\w*[/.])*)([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)"
            + "(?:[.#]([A-Za-z]\\w*))?(?:\\.\\w+)*(?:\\(.*\\))?");
    private static final Pattern FILE = Pattern.compile(
            "(?:\\./)?((?:docs|bench|examples|jobspecs|resource-graphs|scheduler-\\w+|trials)/[\\w./-]+)");
    private static final Pattern METRIC = Pattern.compile("(?:banyan|jvm|process)_[a-z_]+");
    private static final Pattern OPTION = Pattern.compile("(--[a-z][a-z-]*)(?:[= \\[].*)?");
    private static final Pattern OPTION_LITERAL = Pattern.compile("\"(--[a-z][a-z-]*)");
    private static final Pattern BANYAN = Pattern.compile("(?:\\./)?banyan ([a-z].*)");
    private static final Pattern WORD = Pattern.compile("[a-z][a-z_-]*");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    /** The pages that name options of other programs: of Slurm, Flux, HyperQueue and workflow engines. */
    private static final Set<String> OF_OTHER_PROGRAMS =
            Set.of("from-slurm-and-flux.md", "scripts.md", "slurm-commands.md", "workflow-engines.md");

    /** Names in camel case that other projects gave: Slurm's, EC2's, JGraphT's, and those of the JDK. */
    private static final Set<String> OF_OTHER_PROJECTS = Set.of(
            "AbstractGraph",
            "AllocNodes",
            "ElapsedRaw",
            "FreeMem",
            "HashMap",
            "JobExecutor",
            "MaxNodes",
            "MaxProcs",
            "PartitionTimeLimit",
            "ReqMem",
            "ReqNodes",
            "ServiceLoader",
            "StdOut",
            "TimelimitRaw");

    /** The commands whose later words are those of a program. */
    private static final Set<String> STARTS_PROGRAMS = Set.of("alloc", "batch", "run", "submit");

    /** Options of other programs that pages for administrators name. */
    private static final Set<String> OTHER_OPTIONS = Set.of("--cpus-per-task", "--gres", "--hostfile", "--mca");

    private final CommandLine banyan = Banyan.whole(new Terminal(
            InputStream.nullInputStream(), new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter())));

    private static List<Code> spans() {
        return Documents.current().stream()
                .flatMap(document -> Documents.spans(document).stream())
                .toList();
    }

    @Test
    void classesAndTheirMembersExist() {
        Set<String> types = Documents.types();
        List<Path> sources = Documents.files(".java");
        List<Code> unknown = new ArrayList<>();
        for (Code code : spans()) {
            Matcher named = CLASS.matcher(code.text());
            if (named.matches() && !OF_OTHER_PROJECTS.contains(named.group(2))) {
                String file = named.group(1).replace('.', '/') + named.group(2) + ".java";
                String member = named.group(3);
                if (!types.contains(named.group(2))
                        || (file.contains("/")
                                && !isProtobuf(named.group(1))
                                && sources.stream().noneMatch(source -> source.endsWith(file)))
                        || (member != null && !hasWord(Documents.declaring(named.group(2)), member))) {
                    unknown.add(code);
                }
            }
        }
        assertThat(unknown)
                .as("classes and members that no source declares, or not in that package")
                .isEmpty();
    }

    private static boolean isProtobuf(String prefix) {
        return prefix.equals("banyan.v1.");
    }

    private static boolean hasWord(String text, String word) {
        return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
    }

    @Test
    void filesExist() {
        List<Code> missing = spans().stream()
                .filter(code -> {
                    Matcher file = FILE.matcher(code.text());
                    return file.matches() && !Files.exists(Documents.ROOT.resolve(file.group(1)));
                })
                .toList();
        assertThat(missing).as("files of the project that are not there").isEmpty();
    }

    @Test
    void linksLeadToFilesAndHeadings() {
        List<String> broken = new ArrayList<>();
        for (Path document : Documents.all()) {
            Matcher link = LINK.matcher(Documents.prose(document));
            while (link.find()) {
                if (!link.group(1).matches("[a-z]+:.*") && !leadsSomewhere(document, link.group(1))) {
                    broken.add(Documents.ROOT.relativize(document) + ": " + link.group(1));
                }
            }
        }
        assertThat(broken).as("links to files and headings that are not there").isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? document : document.resolveSibling(path).normalize();
        return Files.exists(target)
                && (hash < 0 || !path.endsWith(".md") || anchors(target).contains(link.substring(hash + 1)));
    }

    private static Set<String> anchors(Path document) {
        return HEADING.matcher(Documents.text(document))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                        .replaceAll("[^\\w -]", "")
                        .strip()
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void metricsAreThoseOfTheListThatADaemonServes() {
        Set<String> served = Documents.spans(Documents.ROOT.resolve("docs/admin/operations.md")).stream()
                .map(Code::text)
                .collect(Collectors.toSet());
        assertThat(spans().stream()
                        .filter(code -> METRIC.matcher(code.text()).matches())
                        .filter(code -> !served.contains(code.text())))
                .as("metrics that docs/admin/operations.md does not list")
                .isEmpty();
    }

    @Test
    void optionsAreThoseOfACommand() {
        Set<String> known = new HashSet<>(OTHER_OPTIONS);
        addOptions(banyan, known);
        Documents.files(".java").stream()
                .filter(file -> file.startsWith(Documents.ROOT.resolve("bench/src/main")))
                .forEach(file -> OPTION_LITERAL
                        .matcher(Documents.text(file))
                        .results()
                        .forEach(literal -> known.add(literal.group(1))));
        assertThat(spans().stream()
                        .filter(code -> !OF_OTHER_PROGRAMS.contains(
                                code.document().getFileName().toString()))
                        .filter(code -> {
                            Matcher option = OPTION.matcher(code.text());
                            return option.matches() && !known.contains(option.group(1));
                        }))
                .as("options that no command has")
                .isEmpty();
    }

    private static void addOptions(CommandLine command, Set<String> options) {
        options.addAll(command.getCommandSpec().optionsMap().keySet());
        command.getSubcommands().values().forEach(sub -> addOptions(sub, options));
    }

    @Test
    void commandsExistAndHaveTheirOptions() {
        List<String> wrong = new ArrayList<>();
        for (Path document : Documents.current()) {
            Stream.concat(Documents.spans(document).stream(), Documents.commands(document).stream())
                    .forEach(code -> {
                        Matcher command = BANYAN.matcher(code.text());
                        if (command.matches()) {
                            mistake(command.group(1)).ifPresent(mistake -> wrong.add(code + ": " + mistake));
                        }
                    });
        }
        assertThat(wrong).as("commands that do not exist").isEmpty();
    }

    /** Returns the mistake in the names of a command line, up to the words that are for another program. */
    private Optional<String> mistake(String words) {
        CommandLine command = banyan;
        boolean isNamed = false;
        for (String word :
                Arrays.asList(words.replaceAll("'[^']*'|\"[^\"]*\"", "X").split("[ ,]+"))) {
            if (word.equals("--") || word.matches("[|&;<>].*")) {
                return Optional.empty();
            }
            if (word.startsWith("--")
                    && WORD.matcher(word.substring(2).replaceAll("[=\\[].*", ""))
                            .matches()) {
                String option = word.replaceAll("[=\\[].*", "");
                if (!command.getCommandSpec().optionsMap().containsKey(option)) {
                    return Optional.of("there is no " + option);
                }
            } else if (!isNamed && WORD.matcher(word).matches()) {
                CommandLine sub = command.getSubcommands().get(word);
                if (sub == null && command.getParent() == null) {
                    return Optional.of("there is no command " + word);
                }
                isNamed = sub == null;
                command = sub == null ? command : sub;
            } else if (STARTS_PROGRAMS.contains(command.getCommandName()) && word.matches("[./\\w]+[./]\\w+")) {
                return Optional.empty();
            } else {
                isNamed = true;
            }
        }
        return Optional.empty();
    }
}
