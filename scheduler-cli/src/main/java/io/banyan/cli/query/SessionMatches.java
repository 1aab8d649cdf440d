package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MatchRun;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.stream.Collectors;

/** Matches one jobspec and prints the result: the common part of {@code match} and {@code multi-match}. */
record SessionMatches(QuerySession session) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long MICROS_PER_SECOND = 1_000_000;

    static MatchOperation operation(String name) throws QueryFailure {
        try {
            return MatchOperation.parse(name);
        } catch (IllegalArgumentException e) {
            throw QueryFailure.malformed(String.valueOf(e.getMessage()));
        }
    }

    static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }

    /** Seconds with six decimals, as {@code %f} writes them. */
    static String secondsText(long nanos) {
        long micros = (nanos + 500) / 1_000;
        String decimals = Long.toString(MICROS_PER_SECOND + micros % MICROS_PER_SECOND);
        return micros / MICROS_PER_SECOND + "." + decimals.substring(1);
    }

    /**
     * Returns the request for the jobspec of a file.
     *
     * @throws QueryFailure where the file is no jobspec
     */
    JobRequest.Match request(MatchOperation operation, String file) throws QueryFailure {
        return new JobRequest.Match(session.jobspecs().read(file), operation, session.format(), "", MatchRules.FLUXION);
    }

    /**
     * Prints an answer.
     *
     * @throws QueryFailure where nothing was found, after saying so
     */
    void print(MatchOperation operation, String file, Answer answer) throws QueryFailure {
        switch (answer) {
            case Answer.Matched matched -> {
                print(file, matched);
                measure(matched.run(), true);
            }
            case Answer.Refused refused -> {
                refuse(operation, refused);
                measure(refused.run(), false);
                throw new QueryFailure("no match: " + reasons(refused));
            }
            case Answer.Failed failed ->
                throw failed.code() == ErrorCode.INVALID
                        ? QueryFailure.jobspec(failed.message())
                        : new QueryFailure(failed.message());
            case Answer other -> throw new IllegalStateException("no answer to a match: " + other);
        }
    }

    private void print(String file, Answer.Matched matched) {
        if (matched.outcome() == Answer.MatchOutcome.SATISFIABLE) {
            session.block("Satisfiable request");
            return;
        }
        JobId id = matched.run().id().orElseThrow();
        TimeWindow window = matched.window().orElseThrow();
        if (matched.job().isPresent()) {
            session.jobs().add(id, file, seconds(matched.run().nanos()));
        }
        session.resources(session.written().matched(session.format(), matched.resources()));
        session.found(id, matched.outcome().name(), window, matched.run().atSec());
    }

    private void refuse(MatchOperation operation, Answer.Refused refused) {
        if (operation == MatchOperation.SATISFIABILITY) {
            session.block("Unsatisfiable request");
            return;
        }
        String job = "JOBID=" + refused.run().id().map(JobId::toString).orElse("");
        if (refused.unsatisfiable()) {
            session.block("No matching resources found", "Unsatisfiable request", job);
        } else {
            session.block("No matching resources found", job);
        }
    }

    /** Returns the reasons of this instance, which is the only level of a match. */
    static String reasons(Answer.Refused refused) {
        return refused.reasons().stream()
                .map(LevelReasons::reasons)
                .flatMap(reasons -> reasons.stream().map(Object::toString))
                .collect(Collectors.joining("; "));
    }

    private void measure(MatchRun run, boolean found) {
        session.matched().add(found, seconds(run.nanos()), run.preorder(), run.postorder());
        if (session.measured()) {
            session.measure(
                    "ELAPSE=\"" + secondsText(run.nanos()) + "\"",
                    "PREORDER VISIT COUNT=\"" + run.preorder() + "\"",
                    "POSTORDER VISIT COUNT=\"" + run.postorder() + "\"");
        }
    }
}
