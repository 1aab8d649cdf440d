package io.banyan.cli.query;

import io.banyan.instance.Answer;
import io.banyan.instance.MatchTimes;
import io.banyan.instance.Request;
import io.banyan.instance.Statistics;
import java.util.List;

/** {@code stat}. */
record StatCommand(Session session) implements SessionCommand {
    private static final long BYTES_PER_MIB = 1 << 20;

    @Override
    public Syntax syntax() {
        return new Syntax("stat", "s", "", "print sizes and times");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(0, 0);
        Statistics statistics =
                session.ask(new Request.Stat(), Answer.Stat.class).statistics();
        MatchTimes times = statistics.matchTimes();
        double average = Matches.seconds(times.sumNanos()) / Math.max(1, statistics.matches());
        print("Num. of Vertices: " + statistics.vertices());
        print("Num. of Edges: " + statistics.edges());
        print("Num. of Jobs Matched: " + statistics.matched());
        print("Num. of Jobs Not Matched: " + (statistics.matches() - statistics.matched()));
        print("Min. Match Time: %f Secs".formatted(Matches.seconds(times.minNanos())));
        print("Max. Match Time: %f Secs".formatted(Matches.seconds(times.maxNanos())));
        print("Avg. Match Time: %f Secs".formatted(average));
        print("Memory: " + statistics.memoryBytes() / BYTES_PER_MIB + " MiB");
    }

    private void print(String line) {
        session.console().println("INFO: " + line);
    }
}
