package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.match.policy.MatchRules;
import io.banyan.rset.IdSet;
import java.util.List;

/** {@code remove TARGET true|false}: removes a subtree by path, or the subtrees of some ranks. */
record QueryRemoveCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax(
                "remove", "r", "PATH true | RANKS false", "remove a subtree, also from the jobs that hold it");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 2);
        Answer.Removed removed = switch (arguments.word(1)) {
            case "true" -> {
                Request request = new Request.Remove(path(arguments.word(0)), true, MatchRules.FLUXION);
                yield session.ask(request, Answer.Removed.class);
            }
            case "false" ->
                session.ask(
                        new Request.Remove(ranks(arguments.word(0)), true, MatchRules.FLUXION), Answer.Removed.class);
            default -> throw QueryFailure.malformed("the last argument must be true (a path) or false (ranks)");
        };
        if (!removed.hurt().isEmpty()) {
            session.console().println("INFO: taken from jobs " + removed.hurt());
        }
    }

    private VertexTarget path(String path) throws QueryFailure {
        List<String> paths = session.paths(path);
        if (paths.size() > 1) {
            throw new QueryFailure(paths.size() + " vertices have the path " + path + "; remove them by their ranks");
        }
        try {
            return new VertexTarget.ByPath(paths.getFirst());
        } catch (IllegalArgumentException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    private static VertexTarget ranks(String ranks) throws QueryFailure {
        try {
            return new VertexTarget.ByRanks(IdSet.parse(ranks));
        } catch (IllegalArgumentException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
