package io.banyan.instance.message.value;

import java.util.List;
import java.util.Map;

/**
 * Resources on their way back, by the grant with which they came.
 *
 * @param grantId the request id of the grow, or {@link #SPAWN} for what the job had from its start
 * @param paths the tops of what is given back; each stands for its whole subtree. None where it has gone back already,
 *     and a provider is to be asked again for what it did not take back of it
 */
public record Parcel(String grantId, List<String> paths) {
    /** The id under which a child holds what its job was given when it was spawned. */
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
