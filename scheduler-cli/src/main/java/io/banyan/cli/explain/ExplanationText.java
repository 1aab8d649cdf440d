package io.banyan.cli.explain;

import io.banyan.match.Explanation;
import io.banyan.match.Explanation.Level;
import io.banyan.match.Explanation.Taken;
import io.banyan.match.Obstacle;
import io.banyan.match.Reason;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An explanation for people: the request as a tree, below each requirement what took its candidates, then what could be done. */
public final class ExplanationText {
    private static final String FORK = "├─ ";
    private static final String LAST = "└─ ";
    private static final String LINE = "│  ";
    private static final String BLANK = "   ";

    private final Explanation explanation;
    private final Obstacles obstacles;
    private final Moments moments;
    private final StringBuilder text = new StringBuilder();

    private ExplanationText(Explanation explanation, Optional<ZoneId> zone) {
        this.explanation = explanation;
        this.moments = new Moments(explanation.nowSec(), zone);
        this.obstacles = new Obstacles(moments);
    }

    /**
     * The text, each line ended by a newline.
     *
     * @param zone where the reader's clock is; empty where time is counted from the start of a session
     */
    public static String of(Explanation explanation, Optional<ZoneId> zone) {
        return new ExplanationText(explanation, zone).text();
    }

    private String text() {
        for (Level level : explanation.levels()) {
            tree(level, null, "", "");
        }
        start();
        String also = "Would start now ";
        for (Explanation.Change change : explanation.changes()) {
            text.append(also).append(words(change)).append(".\n");
            also = "Or ";
        }
        return text.toString();
    }

    // ---- the tree -------------------------------------------------------------------------------------------------

    private void tree(Level level, @Nullable Level above, String branch, String indent) {
        text.append(branch).append(heading(level, above)).append('\n');
        String guide = indent + (level.below().isEmpty() ? "  " : "│ ");
        int width = level.taken().stream()
                .mapToInt(taken -> Long.toString(taken.count()).length())
                .max()
                .orElse(0);
        for (Taken taken : level.taken()) {
            String count = Long.toString(taken.count());
            text.append(guide)
                    .append(" ".repeat(width - count.length()))
                    .append(count)
                    .append(' ')
                    .append(obstacles.words(taken))
                    .append('\n');
        }
        for (int i = 0; i < level.below().size(); i++) {
            boolean last = i == level.below().size() - 1;
            tree(level.below().get(i), level, indent + (last ? LAST : FORK), indent + (last ? BLANK : LINE));
        }
    }

    private static String heading(Level level, @Nullable Level above) {
        String each = above == null ? "" : " in each " + above.type();
        String heading = level.type() + " (" + level.asked() + " needed" + each + "): ";
        if (level.candidates() == 0) {
            return heading + none(level, above);
        }
        return heading
                + counted(level.candidates(), "candidate")
                + ", "
                + (level.fits() == 0 ? "none fits" : level.fits() + (level.fits() == 1 ? " fits" : " fit"))
                + scattered(level, above);
    }

    /** There are enough of them, but not below one vertex. */
    private static String scattered(Level level, @Nullable Level above) {
        return above == null || level.fits() < level.needed() || level.isMet()
                ? ""
                : ", but at most " + level.best() + " in one " + above.type();
    }

    /** Why there are no candidates: there is no such thing, or nobody looked, since nothing passed above. */
    private static String none(Level level, @Nullable Level above) {
        if (above != null && !isEntered(above)) {
            return "not looked at, as no " + above.type() + " passed";
        }
        if (level.type().equals("slot")) {
            String parts = joined(
                    level.below().stream().map(below -> plural(below.type())).toList());
            return "no candidates, as nothing" + where(above) + " has " + parts + " directly below it";
        }
        return "no candidates, as there is no " + level.type() + where(above);
    }

    private static String where(@Nullable Level above) {
        return above == null ? "" : " below a " + above.type() + " that passed";
    }

    /** Whether it was looked below some vertex of the level. */
    private static boolean isEntered(Level level) {
        return level.fits() > 0
                || level.taken().stream()
                        .anyMatch(taken ->
                                taken.obstacle() == Obstacle.LACKING || taken.obstacle() == Obstacle.NOT_NEEDED);
    }

    static String counted(long count, String what) {
        return count + " " + (count == 1 ? what : plural(what));
    }

    static String plural(String type) {
        return isMass(type) ? type : type + "s";
    }

    /** Whether the type is a substance rather than a thing: memory, storage measured in units whose name has no plural here. */
    static boolean isMass(String type) {
        return type.endsWith("y") || type.endsWith("s");
    }

    // ---- below the tree -------------------------------------------------------------------------------------------

    private void start() {
        switch (explanation.start()) {
            case Explanation.Start.Now now -> text.append("Starts now.\n");
            case Explanation.Start.Later later ->
                text.append("Earliest start: ")
                        .append(moments.from(later.window().startSec()))
                        .append(".\n");
            case Explanation.Start.Blocked blocked -> {
                text.append("Earliest start: not known, since what it needs is down or held without end.\n");
                reasons(blocked.reasons());
            }
            case Explanation.Start.Never never -> {
                text.append("Never starts here, not even with everything up and free.\n");
                reasons(never.reasons());
            }
        }
    }

    private void reasons(List<Reason> reasons) {
        reasons.forEach(reason -> text.append("  ").append(reason).append('\n'));
    }

    private static String words(Explanation.Change change) {
        return switch (change) {
            case Explanation.Change.Fewer fewer -> {
                String type = fewer.requirement().substring(fewer.requirement().lastIndexOf('/') + 1);
                boolean nested = !type.equals(fewer.requirement());
                yield "with " + counted(fewer.to(), type) + " instead of " + fewer.from()
                        + (nested ? " (" + fewer.requirement() + ")" : "");
            }
            case Explanation.Change.Without without -> "without the constraint " + without.condition();
            case Explanation.Change.Shorter shorter ->
                "if it lasted at most " + Moments.lasting(shorter.toSec())
                        + (shorter.fromSec() == 0
                                ? " instead of without end"
                                : " instead of " + Moments.lasting(shorter.fromSec()));
        };
    }

    /** Joins as people do: {@code a}, {@code a and b}, {@code a, b and c}. */
    static String joined(List<String> words) {
        var all = new ArrayList<>(words);
        String last = all.removeLast();
        return all.isEmpty() ? last : String.join(", ", all) + " and " + last;
    }
}
