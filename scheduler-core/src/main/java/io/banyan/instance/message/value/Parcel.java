package io.banyan.instance.message.value;

import java.util.List;
import java.util.Map;

/**
 * Resources on their way back, by the grant with which they came.
 *
 * @param grantId the request id of the grow, or {@link #SPAWN} for the resources of the job at its start
 * @param paths the returned tops; each represents its whole subtree. None if all have been returned already, and a
 *     provider must be asked again to take back unreleased resources
 */
public record Parcel(String grantId, List<String> paths) {
    /** The id under which a child holds the resources of its job at the spawn. */
    public static final String SPAWN = "spawn";

    /** Checks the id and the paths. */
    public Parcel {
        ValueChecks.id(grantId, "a grant's id");
        paths = ValueChecks.paths(paths);
    }

    /** One parcel for each grant, in the order of the map. */
    public static List<Parcel> ofEach(Map<String, List<String>> pathsByGrant) {
        return pathsByGrant.entrySet().stream()
                .map(entry -> new Parcel(entry.getKey(), entry.getValue()))
                .toList();
    }
}
