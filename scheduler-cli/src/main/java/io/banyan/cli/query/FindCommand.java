package io.banyan.cli.query;

import io.banyan.graph.Selection;
import io.banyan.schedule.Criteria;
import io.banyan.schedule.FilterContents;
import io.banyan.schedule.Finder;
import java.util.List;
import java.util.Map;

/** {@code find EXPRESSION}. */
record FindCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("find", "f", "EXPRESSION", "show the vertices that meet criteria, such as status=up");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(1, Integer.MAX_VALUE);
        String expression = String.join(" ", words);
        session.resources(resources(expression));
        session.block("EXPRESSION=\"" + expression + "\"");
    }

    private String resources(String expression) throws QueryFailure {
        try {
            Criteria criteria = Criteria.parse(expression);
            Selection found = Finder.find(
                            session.schedule(), criteria, session.leftTags().all())
                    .selection();
            if (found.isEmpty()) {
                return "";
            }
            var filters = new FilterContents(session.schedule(), criteria.namedJob(), Session.NOW_SEC);
            return session.written().found(session, found, criteria.showsCounts() ? filters::of : vertex -> Map.of());
        } catch (IllegalArgumentException e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
