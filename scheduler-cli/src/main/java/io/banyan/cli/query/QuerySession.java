package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The context that the commands of a session share.
 *
 * @param backend answers the commands
 * @param jobs the session's data on the jobs that it made
 * @param matched times and visits of the session's matches
 * @param results R and INFO blocks: the file of {@code -t}, else standard output
 * @param console the output for people, which no recorded test compares
 * @param measured whether times and visits are printed with each match
 */
record QuerySession(
        Backend backend,
        Written written,
        MatchFormat format,
        SessionJobs jobs,
        MatchSeries matched,
        JobspecFiles jobspecs,
        PrintWriter results,
        PrintWriter console,
        boolean measured) {
    private static final String RULER = "INFO: =============================";
    private static final String MISSING = "Could not find path ";

    /** A session that has just begun. */
    static QuerySession begin(
            Backend backend, MatchFormat format, PrintWriter results, PrintWriter console, boolean measured) {
        return new QuerySession(
                backend,
                new Written(),
                format,
                new SessionJobs(),
                new MatchSeries(),
                new JobspecFiles(),
                results,
                console,
                measured);
    }

    /**
     * Asks for something that is answered in one way.
     *
     * @throws QueryFailure where it could not be done
     */
    <A extends Answer> A ask(Request request, Class<A> wanted) throws QueryFailure {
        Answer answer = backend.ask(request);
        if (answer instanceof Answer.Failed failed) {
            throw new QueryFailure(failed.message());
        }
        return wanted.cast(answer);
    }

    /** Asks about a job, as {@link #ask} does; the line on standard error says if the job is not there. */
    <A extends Answer> A askOf(JobId job, String command, Request request, Class<A> wanted) throws QueryFailure {
        Answer answer = backend.ask(request);
        if (answer instanceof Answer.Failed failed && failed.code() == ErrorCode.NOT_FOUND) {
            throw new QueryFailure(command + ": ERROR", "nonexistent job " + job);
        }
        if (answer instanceof Answer.Failed failed) {
            throw new QueryFailure(failed.message());
        }
        return wanted.cast(answer);
    }

    /** Returns the word if it can be a containment path. */
    String path(String word) throws QueryFailure {
        return path(word, MISSING);
    }

    /**
     * Returns the word as {@link #path(String)} does, with the words that the output begins with where it cannot be a
     * path.
     */
    String path(String word, String missing) throws QueryFailure {
        if (!word.startsWith("/")) {
            throw missing(missing, word, "a path must begin with '/', found '" + word + "'");
        }
        return word;
    }

    /**
     * The paths by which the instance knows the vertices to which documents give this one; itself where there is none.
     */
    List<String> paths(String written) {
        Optional<ResourceGraph> graph = backend.local().flatMap(Instance::graph);
        int[] found = graph.map(known -> known.verticesWritten(written)).orElse(new int[0]);
        return found.length == 0
                ? List.of(written)
                : Arrays.stream(found).mapToObj(graph.orElseThrow()::path).toList();
    }

    private QueryFailure missing(String words, String path, String why) {
        results.println(words + path + " in resource graph.");
        return new QueryFailure(why);
    }

    /** Asks about the vertex of a path, as {@link #ask} does; the output says if the vertex is not there. */
    <A extends Answer> A askOf(String path, Request request, Class<A> wanted) throws QueryFailure {
        return askOf(path, MISSING, request, wanted);
    }

    /**
     * Asks as {@link #askOf(String, Request, Class)} does, with the words that the output begins with if the vertex is
     * not there.
     */
    <A extends Answer> A askOf(String path, String missing, Request request, Class<A> wanted) throws QueryFailure {
        Answer answer = backend.ask(request);
        if (answer instanceof Answer.Failed failed && failed.code() == ErrorCode.NOT_FOUND) {
            throw missing(missing, path, failed.message());
        }
        if (answer instanceof Answer.Failed failed) {
            throw new QueryFailure(failed.message());
        }
        return wanted.cast(answer);
    }

    /** Prints lines as a block of INFO lines between rulers. */
    void block(String... lines) {
        block(results, lines);
    }

    /** Prints times and counts as such a block, on standard output also where results go to a file. */
    void measure(String... lines) {
        block(console, lines);
    }

    private static void block(PrintWriter out, String... lines) {
        out.println(RULER);
        for (String line : lines) {
            out.write("INFO: ");
            out.println(line);
        }
        out.println(RULER);
    }

    /** Everything that was printed is out. */
    void flush() {
        results.flush();
        console.flush();
    }

    /** Prints the resources of a job. */
    void found(JobId job, String how, TimeWindow window, long nowSec) {
        boolean now = window.startSec() == nowSec;
        block("JOBID=" + job, "RESOURCES=" + how, "SCHEDULED AT=" + (now ? "Now" : window.startSec()));
    }

    /** Prints R, which may be nothing. */
    void resources(String text) {
        results.print(text);
        if (!text.isEmpty() && !text.endsWith("\n")) {
            results.println();
        }
    }
}
