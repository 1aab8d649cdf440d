package io.banyan.cli.explain;

import io.banyan.match.explain.Explanation.Holders;
import io.banyan.match.explain.Explanation.Taken;
import java.util.ArrayList;
import java.util.List;

/** Describes an obstacle of candidates, in words that follow their number. */
record Obstacles(Moments moments) {

    String words(Taken taken) {
        return switch (taken.obstacle()) {
            case OUT_OF_PLACE -> "below a " + taken.about() + ", which the request does not name";
            case ASKED_TWICE -> "requested twice on one level, which requires the extension siblings";
            case DOWN -> "down" + inherited(taken);
            case CONSTRAINT ->
                (taken.count() == 1 ? "does" : "do") + " not satisfy the constraint " + taken.about()
                        + inherited(taken);
            case BUSY -> "busy" + held(taken.holders()) + inherited(taken);
            case REQUIRES ->
                (taken.count() == 1 ? "does" : "do") + " not satisfy 'requires': " + taken.about() + inherited(taken);
            case NOT_EXCLUSIVE ->
                "partly in use" + held(taken.holders()) + ", but exclusive use is requested" + inherited(taken);
            case SHARED -> "shared with another instance, but exclusive use is requested" + inherited(taken);
            case TOO_FEW_EVER -> tooFew(taken, "in all", "at most " + taken.atBest() + " there") + inherited(taken);
            case TOO_FEW_FREE ->
                tooFew(taken, "free", "at most " + taken.atBest() + " free") + ", in use" + held(taken.holders())
                        + inherited(taken);
            case UNSUPPLIED ->
                "without enough " + taken.about() + " to draw (" + taken.needed() + " needed for each, at most "
                        + taken.atBest() + " left)" + drawn(taken) + inherited(taken);
            case UNSUPPLIED_TOGETHER -> together(taken) + drawn(taken);
            case TAKEN_BY_SIBLING -> "used for another requirement of the same level";
            case LACKING -> "without enough " + fitting(taken.about());
            case NOT_NEEDED -> "with parts that are used for another slot of the request";
        };
    }

    private static String tooFew(Taken taken, String how, String there) {
        String few = (ExplanationText.isMass(taken.about()) ? "too little " : "too few ")
                + ExplanationText.plural(taken.about());
        return "with " + few + " " + how + " (" + taken.needed() + " needed, " + there + ")";
    }

    /** Returns the words for resources that fit the requirement, which may be one of several of its type. */
    private static String fitting(String name) {
        String type = ExplanationText.type(name);
        return ExplanationText.plural(type)
                + (ExplanationText.isMass(type) ? " that fits" : " that fit")
                + (type.equals(name) ? "" : " (" + name + ")");
    }

    private static String together(Taken taken) {
        String more = "more than " + taken.about();
        return taken.needed() == 0
                ? more + " elsewhere can feed together"
                : more + " can feed together (" + taken.needed() + " needed for all, " + taken.atBest() + " left)";
    }

    private String drawn(Taken taken) {
        String held = held(taken.holders());
        return held.isEmpty() ? "" : ", drawn" + held;
    }

    private String held(Holders holders) {
        if (holders.jobs().isEmpty()) {
            return "";
        }
        return until(holders) + " (" + jobs(holders) + ")";
    }

    private String until(Holders holders) {
        if (moments.isEndless(holders.firstEndSec())) {
            return " indefinitely";
        }
        if (moments.isPast(holders.firstEndSec())) {
            return " beyond the requested time";
        }
        boolean later = holders.lastEndSec() > holders.firstEndSec();
        return " until " + moments.at(holders.firstEndSec()) + (later ? " or later" : "");
    }

    private static String jobs(Holders holders) {
        List<String> ids =
                new ArrayList<>(holders.jobs().stream().map(Object::toString).toList());
        if (holders.others() > 0) {
            ids.add(holders.others() + " more");
        }
        return (ids.size() == 1 ? "job " : "jobs ") + ExplanationText.joined(ids);
    }

    /** Below which vertices that were turned away it lies: all of it, or so much. */
    private static String inherited(Taken taken) {
        if (taken.above().isEmpty()) {
            return "";
        }
        boolean all = taken.inherited() == taken.count();
        boolean one = taken.above().size() == 1 && taken.otherAbove() == 0;
        List<String> places = new ArrayList<>();
        taken.above().forEach(above -> places.add(above.path() + (one ? "" : " (" + above.count() + ")")));
        if (taken.otherAbove() > 0) {
            places.add(taken.otherAbove() + " more");
        }
        return ", " + (all ? "" : taken.inherited() + " of them ") + "below " + ExplanationText.joined(places);
    }
}
