package io.banyan.cli.query;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.policy.MatchOperation;
import java.util.ArrayList;
import java.util.List;

/** {@code multi-match OP JOBSPEC...}: one after the other, up to the first that finds nothing. */
record QueryMultiMatchCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("multi-match", "M", "OPERATION JOBSPEC...", "match jobspecs until one of them fails");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(2, 1 + JobRequest.MultiMatch.MOST);
        MatchOperation operation = SessionMatches.operation(arguments.word(0));
        SessionMatches matches = new SessionMatches(session);
        List<JobRequest.Match> requests = new ArrayList<>();
        try {
            for (String file : words.subList(1, words.size())) {
                requests.add(matches.request(operation, file));
            }
        } finally {
            // Those before a file that cannot be read are matched.
            print(operation, words.subList(1, words.size()), requests);
        }
    }

    private void print(MatchOperation operation, List<String> files, List<JobRequest.Match> requests)
            throws QueryFailure {
        if (requests.isEmpty()) {
            return;
        }
        JobAnswer.MultiMatched matched = session.ask(new JobRequest.MultiMatch(requests), JobAnswer.MultiMatched.class);
        for (int i = 0; i < matched.answers().size(); i++) {
            new SessionMatches(session)
                    .print(operation, files.get(i), matched.answers().get(i));
        }
    }
}
