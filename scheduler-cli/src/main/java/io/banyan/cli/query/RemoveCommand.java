package io.banyan.cli.query;

import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** {@code remove TARGET true|false}: removes a subtree by path, or the subtrees of some ranks. */
record RemoveCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "remove", "r", "PATH true | RANKS false", "remove a subtree, also from the jobs that hold it");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 2);
        int[] tops = switch (arguments.word(1)) {
            case "true" -> new int[] {session.vertex(arguments.word(0))};
            case "false" -> topsOfRanks(session, arguments.word(0));
            default -> throw new QueryFailure("the last word is true (a path) or false (ranks)");
        };
        Set<JobId> hurt = new LinkedHashSet<>();
        for (int top : tops) {
            for (JobId job : session.schedule().holdings().jobsWithin(top)) {
                session.schedule().release(job, new int[] {top});
                hurt.add(job);
            }
        }
        session.schedule().detach(tops);
        if (!hurt.isEmpty()) {
            session.console().println("INFO: taken from jobs " + hurt);
        }
    }

    /** The vertices at which these ranks begin. */
    static int[] topsOfRanks(Session session, String ranks) throws QueryFailure {
        try {
            return IdSet.parse(ranks)
                    .longs()
                    .mapToInt(Math::toIntExact)
                    .mapToObj(session.graph()::verticesOfRank)
                    .flatMapToInt(RemoveCommand::required)
                    .toArray();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    private static IntStream required(int[] tops) {
        if (tops.length == 0) {
            throw new IllegalArgumentException("no vertex has one of these ranks");
        }
        return Arrays.stream(tops);
    }
}
