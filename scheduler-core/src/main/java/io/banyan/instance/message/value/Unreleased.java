package io.banyan.instance.message.value;

import java.util.List;

/**
 * A set of resources that a provider was asked to take back and did not. The resources have left the graphs all the
 * same. The provider is asked again by a shrink of the same grow at the provider's instance or below it, and once more
 * when that instance ends.
 *
 * @param level the path of the instance that asked
 * @param requestId the grow for which they were brought
 * @param handles the provider's own names; empty if they are not known, and then all resources of the grow are meant
 * @param why the provider's answer to the last attempt
 */
public record Unreleased(String level, String provider, String requestId, List<String> handles, String why) {
    private static final int MOST_SHOWN = 5;

    /** Checks the names. */
    public Unreleased {
        ValueChecks.path(level);
        ValueChecks.name(provider, "a provider's name");
        ValueChecks.id(requestId, "a request id");
        ValueChecks.text(why, "a reason");
        handles = List.copyOf(handles);
    }

    /** Returns a sentence for people: the event, and the necessary action. */
    public String sentence() {
        return "The provider " + provider + " of instance " + level + " did not take back "
                + (handles.isEmpty() ? "the resources that it may have supplied" : shown()) + " for grow " + requestId
                + ": "
                + why.strip().replaceAll("\\.$", "")
                + ".\nThey may continue to cost money: shrink that grow again, at instance "
                + level + " or below, or release them directly at the provider.";
    }

    private String shown() {
        String first = String.join(", ", handles.subList(0, Math.min(MOST_SHOWN, handles.size())));
        int more = handles.size() - MOST_SHOWN;
        return first + (more > 0 ? " and " + more + " more, which it supplied" : ", which it supplied");
    }
}
