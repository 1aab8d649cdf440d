package io.banyan.cli.explain;

import io.banyan.match.Reason;
import io.banyan.match.explain.Explanation;
import io.banyan.match.explain.Explanation.Level;
import io.banyan.match.explain.Explanation.Taken;
import io.banyan.match.explain.Obstacle;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An explanation for people: the request as a tree, below each requirement the obstacles of its candidates, then the
 * possible changes.
 */
public final class ExplanationText {
    private static final Set<String> MASSES = Set.of("bandwidth", "power", "storage");
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
        int number = 0;
        for (Explanation.Alternative alternative : explanation.alternatives()) {
            alternative(alternative, ++number);
        }
        if (explanation.otherAlternatives() > 0) {
            text.append(counted(explanation.otherAlternatives(), "further alternative"))
                    .append(explanation.otherAlternatives() == 1 ? " is" : " are")
                    .append(" tried as well.\n");
        }
        start();
        String also = "Would start now ";
        for (Explanation.Change change : explanation.changes()) {
            text.append(also).append(words(change)).append(".\n");
            also = "Or ";
        }
        return text.toString();
    }

    private void alternative(Explanation.Alternative alternative, int number) {
        int all = explanation.alternatives().size() + explanation.otherAlternatives();
        if (all > 1) {
            String slots = joined(alternative.slots());
            text.append("Alternative " + number + " of " + all + ", with " + slots + ":\n");
        }
        for (Level level : alternative.levels()) {
            tree(level, null, "", "");
        }
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
        String heading = level.name() + " (" + level.asked() + " needed" + each + "): ";
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

    /** Returns why there are no candidates: no such vertex exists, or no vertex passed at the level above. */
    private static String none(Level level, @Nullable Level above) {
        if (above != null && !isEntered(above)) {
            return "not examined, because no " + above.type() + " passed";
        }
        if (level.type().equals("slot")) {
            List<String> types =
                    parts(level).map(ExplanationText::plural).distinct().toList();
            String parts = types.isEmpty() ? "of its parts" : joined(types);
            return "no candidates, because nothing" + where(above) + " has enough " + parts + " directly below it";
        }
        return "no candidates, because there is no " + level.type() + where(above);
    }

    /** Returns the parts of a slot, with the parts of the slots in it. */
    private static Stream<String> parts(Level slot) {
        return slot.below().stream()
                .flatMap(below -> below.type().equals("slot") ? parts(below) : Stream.of(below.type()));
    }

    private static String where(@Nullable Level above) {
        return above == null ? "" : " below a " + above.type() + " that passed";
    }

    /** Whether it was looked below some vertex of the level. */
    private static boolean isEntered(Level level) {
        return level.fits() > 0 || level.taken().stream().anyMatch(taken -> isOfItself(taken.obstacle()));
    }

    /** Whether candidates passed its own checks, so that their children were searched. */
    private static boolean isOfItself(Obstacle obstacle) {
        return switch (obstacle) {
            case LACKING, UNSUPPLIED_TOGETHER, TAKEN_BY_SIBLING, NOT_NEEDED -> true;
            case OUT_OF_PLACE,
                    ASKED_TWICE,
                    DOWN,
                    CONSTRAINT,
                    BUSY,
                    REQUIRES,
                    NOT_EXCLUSIVE,
                    SHARED,
                    TOO_FEW_EVER,
                    TOO_FEW_FREE,
                    UNSUPPLIED -> false;
        };
    }

    /** The type in a place such as {@code slot[big]/node}. */
    static String type(String place) {
        String name = place.substring(place.lastIndexOf('/') + 1);
        int bracket = name.indexOf('[');
        return bracket < 0 ? name : name.substring(0, bracket);
    }

    static String counted(long count, String what) {
        return count + " " + (count == 1 ? what : plural(what));
    }

    static String plural(String type) {
        return isMass(type) ? type : type + "s";
    }

    /**
     * Whether the type is a substance rather than a thing: memory, storage measured in units whose name has no plural
     * here.
     */
    static boolean isMass(String type) {
        return type.endsWith("y") || type.endsWith("s") || MASSES.contains(type);
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
                text.append(
                        "Earliest start: unknown, because the required resources are drained, down or held indefinitely.\n");
                reasons(blocked.reasons());
            }
            case Explanation.Start.Never never -> {
                text.append("Can never start here, even with all resources up and free.\n");
                reasons(never.reasons());
            }
        }
    }

    private void reasons(List<Reason> reasons) {
        // The matcher gives the reasons of the alternative that it tries first.
        String of = explanation.alternatives().size() > 1 ? "alternative 1: " : "";
        reasons.forEach(reason ->
                text.append("  ").append(of).append(reason.text(moments::at)).append('\n'));
    }

    private static String words(Explanation.Change change) {
        return switch (change) {
            case Explanation.Change.Fewer fewer -> {
                String type = type(fewer.requirement());
                boolean plain = type.equals(fewer.requirement());
                yield "with " + counted(fewer.to(), type) + " instead of " + fewer.from()
                        + (plain ? "" : " (" + fewer.requirement() + ")");
            }
            case Explanation.Change.Without without -> "without the constraint " + without.condition();
            case Explanation.Change.WithoutRequired without ->
                "without 'requires': " + without.condition() + " (" + without.requirement() + ")";
            case Explanation.Change.Shorter shorter ->
                "if it lasted at most " + Moments.lasting(shorter.toSec())
                        + (shorter.fromSec() == 0
                                ? " instead of indefinitely"
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
