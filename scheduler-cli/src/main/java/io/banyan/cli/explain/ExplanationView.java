package io.banyan.cli.explain;

import io.banyan.match.Reason;
import io.banyan.match.explain.Explanation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An explanation as data, for {@code -o json}. */
public record ExplanationView(
        long nowSec,
        Map<String, Object> start,
        List<AlternativeView> alternatives,
        int otherAlternatives,
        List<Map<String, Object>> changes) {
    /** One of the requests that the jobspec stands for. */
    public record AlternativeView(List<String> slots, List<LevelView> levels) {
        static AlternativeView of(Explanation.Alternative alternative, long nowSec) {
            return new AlternativeView(
                    alternative.slots(),
                    alternative.levels().stream()
                            .map(level -> LevelView.of(level, nowSec))
                            .toList());
        }
    }

    /** One requirement. */
    public record LevelView(
            String requirement,
            String asked,
            long needed,
            long candidates,
            long fits,
            long best,
            List<TakenView> taken,
            List<LevelView> below) {
        static LevelView of(Explanation.Level level, long nowSec) {
            return new LevelView(
                    level.requirement(),
                    level.asked(),
                    level.needed(),
                    level.candidates(),
                    level.fits(),
                    level.best(),
                    level.taken().stream()
                            .map(taken -> TakenView.of(taken, nowSec))
                            .toList(),
                    level.below().stream().map(it -> of(it, nowSec)).toList());
        }
    }

    /** The candidates that one obstacle took away. */
    public record TakenView(
            String obstacle,
            String about,
            long count,
            long needed,
            long atBest,
            long inherited,
            List<Explanation.Above> above,
            int otherAbove,
            List<Long> jobs,
            int otherJobs,
            @Nullable Long firstEndSec,
            @Nullable Long lastEndSec) {
        static TakenView of(Explanation.Taken taken, long nowSec) {
            return new TakenView(
                    taken.obstacle().label(),
                    taken.about(),
                    taken.count(),
                    taken.needed(),
                    taken.atBest(),
                    taken.inherited(),
                    taken.above(),
                    taken.otherAbove(),
                    taken.holders().jobs().stream().map(JobId::value).toList(),
                    taken.holders().others(),
                    end(nowSec, taken.holders().firstEndSec()),
                    end(nowSec, taken.holders().lastEndSec()));
        }
    }

    /** Null where there is no end that matters. */
    private static @Nullable Long end(long fromSec, long endSec) {
        return TimeWindow.isEndless(fromSec, endSec) ? null : (Long) endSec;
    }

    /** The view of an explanation. */
    public static ExplanationView of(Explanation explanation) {
        return new ExplanationView(
                explanation.nowSec(),
                start(explanation.start()),
                explanation.alternatives().stream()
                        .map(alternative -> AlternativeView.of(alternative, explanation.nowSec()))
                        .toList(),
                explanation.otherAlternatives(),
                explanation.changes().stream().map(ExplanationView::change).toList());
    }

    private static Map<String, Object> start(Explanation.Start start) {
        return switch (start) {
            case Explanation.Start.Now now -> start("now", now.window());
            case Explanation.Start.Later later -> start("later", later.window());
            case Explanation.Start.Blocked blocked -> start("blocked", blocked.reasons());
            case Explanation.Start.Never never -> start("never", never.reasons());
        };
    }

    private static Map<String, Object> start(String when, TimeWindow window) {
        return ordered("when", when, "startSec", window.startSec(), "endSec", end(window.startSec(), window.endSec()));
    }

    private static Map<String, Object> start(String when, List<Reason> reasons) {
        return ordered(
                "when",
                when,
                "reasons",
                reasons.stream().map(ExplanationView::reason).toList());
    }

    private static Map<String, Object> reason(Reason reason) {
        Map<String, Object> said = ordered(
                "requirement",
                reason.requirement(),
                "needed",
                reason.needed(),
                "available",
                reason.available(),
                "why",
                reason.why());
        reason.untilSec().ifPresent(sec -> said.put("untilSec", sec));
        return said;
    }

    private static Map<String, Object> change(Explanation.Change change) {
        return switch (change) {
            case Explanation.Change.Fewer it ->
                ordered("change", "fewer", "requirement", it.requirement(), "from", it.from(), "to", it.to());
            case Explanation.Change.Without it -> ordered("change", "without", "condition", it.condition());
            case Explanation.Change.WithoutRequired it ->
                ordered("change", "without_required", "requirement", it.requirement(), "condition", it.condition());
            case Explanation.Change.Shorter it ->
                ordered("change", "shorter", "fromSec", it.fromSec(), "toSec", it.toSec());
        };
    }

    private static Map<String, Object> ordered(@Nullable Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
