package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The completions of a word of a command: names of commands and, by the syntax of a command's arguments, files, paths
 * of vertices, ids of jobs, operations, criteria. O(offered words), at most {@link #MAX_OFFERS}.
 */
final class Completion {
    /** The most that is offered at once. */
    static final int MAX_OFFERS = 1_000;

    private static final List<String> CRITERIA = List.of(
            "status=up",
            "status=down",
            "sched-now=allocated",
            "sched-now=free",
            "sched-future=reserved",
            "sched-future=free",
            "jobid-alloc=",
            "jobid-reserved=",
            "jobid-span=",
            "jobid-tag=",
            "agfilter=true",
            "names=",
            "property=",
            "and",
            "or");

    /**
     * One way to go on.
     *
     * @param text the whole word
     * @param complete whether the word ends there
     */
    record Offer(String text, boolean complete) {}

    private final List<SessionCommand.Syntax> commands;
    private final Optional<ResourceGraph> graph;
    private final SessionJobs jobs;

    /** Creates a completion, which offers no paths of a graph that is elsewhere. */
    Completion(List<SessionCommand.Syntax> commands, Optional<ResourceGraph> graph, SessionJobs jobs) {
        this.commands = commands;
        this.graph = graph;
        this.jobs = jobs;
    }

    /**
     * The ways to go on.
     *
     * @param before the words before the one at hand
     * @param word the one at hand, up to where the cursor stands
     */
    List<Offer> of(List<String> before, String word) {
        Stream<Offer> offers;
        if (before.isEmpty()) {
            offers = whole(commands.stream().map(SessionCommand.Syntax::name).toList());
        } else {
            String name = before.getFirst();
            Optional<SessionCommand.Syntax> known = commands.stream()
                    .filter(syntax ->
                            syntax.name().equals(name) || syntax.shortName().equals(name))
                    .findFirst();
            offers = known.stream()
                    .flatMap(syntax -> kinds(syntax, before.size() - 1))
                    .flatMap(kind -> ofKind(kind, word));
        }
        return offers.filter(offer -> offer.text().startsWith(word))
                .distinct()
                .limit(MAX_OFFERS)
                .toList();
    }

    /** Returns the kinds of argument that can stand at a position; an argument with dots behind it can come again. */
    private static Stream<String> kinds(SessionCommand.Syntax syntax, int position) {
        return Arrays.stream(syntax.arguments().split(" \\| ", -1)).flatMap(way -> {
            List<String> arguments = List.of(way.split(" ", -1));
            boolean repeats =
                    arguments.getLast().endsWith("...") || arguments.getLast().equals("EXPRESSION");
            int at = repeats ? Math.min(position, arguments.size() - 1) : position;
            return at < arguments.size() ? Stream.of(arguments.get(at)) : Stream.empty();
        });
    }

    private Stream<Offer> ofKind(String kind, String word) {
        return switch (kind) {
            case "JOBSPEC", "JOBSPEC...", "FILE" -> files(word);
            case "PATH" -> graph.stream().flatMap(known -> vertices(known, word));
            case "JOBID" -> whole(jobs.ids().stream().map(JobId::toString).toList());
            case "OPERATION" ->
                whole(Arrays.stream(MatchOperation.values())
                        .map(MatchOperation::label)
                        .toList());
            case "EXPRESSION" -> CRITERIA.stream().map(text -> new Offer(text, !text.endsWith("=")));
            default -> {
                String plain = kind.replace("[", "").replace("]", "");
                // A word in capitals is a placeholder without known values.
                boolean isLiteral = !plain.isEmpty() && plain.chars().noneMatch(Character::isUpperCase);
                yield isLiteral ? whole(List.of(plain.split("\\|", -1))) : Stream.empty();
            }
        };
    }

    private static Stream<Offer> whole(List<String> words) {
        return words.stream().map(word -> new Offer(word, true));
    }

    /**
     * The vertices one level below the part of a path that is complete, and where all of it is, those below that too.
     */
    private static Stream<Offer> vertices(ResourceGraph graph, String word) {
        int slash = word.lastIndexOf('/');
        int exact = graph.find(word);
        Stream<Offer> siblings = slash > 0
                ? below(graph, graph.find(word.substring(0, slash)), word)
                : graph.root() < 0 ? Stream.empty() : Stream.of(vertex(graph, graph.root()));
        boolean goesOn = exact >= 0 && graph.firstOut(exact) >= 0;
        // A vertex that stands there already is nothing to go on with.
        return goesOn
                ? Stream.concat(siblings.filter(offer -> !offer.text().equals(word)), below(graph, exact, word))
                : siblings;
    }

    private static Stream<Offer> below(ResourceGraph graph, int parent, String beginning) {
        List<Offer> offers = new ArrayList<>();
        for (int e = parent < 0 ? -1 : graph.firstOut(parent);
                e >= 0 && offers.size() < MAX_OFFERS;
                e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.parent(child) == parent && graph.path(child).startsWith(beginning)) {
                offers.add(vertex(graph, child));
            }
        }
        return offers.stream();
    }

    private static Offer vertex(ResourceGraph graph, int v) {
        return new Offer(graph.path(v), graph.firstOut(v) < 0);
    }

    /** The files in the directory that the word names so far; a directory ends in a slash and can go on. */
    private static Stream<Offer> files(String word) {
        int slash = word.lastIndexOf('/') + 1;
        String directory = word.substring(0, slash);
        String beginning = word.substring(slash);
        List<Offer> offers = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                Path.of(directory.isEmpty() ? "." : directory),
                entry -> String.valueOf(entry.getFileName()).startsWith(beginning))) {
            for (Path entry : entries) {
                boolean isDirectory = Files.isDirectory(entry);
                offers.add(new Offer(directory + entry.getFileName() + (isDirectory ? "/" : ""), !isDirectory));
                if (offers.size() == MAX_OFFERS) {
                    break;
                }
            }
        } catch (IOException | RuntimeException e) {
            // Nothing to offer; the command itself reports the error of the file.
            return Stream.empty();
        }
        return offers.stream().sorted((a, b) -> a.text().compareTo(b.text()));
    }
}
