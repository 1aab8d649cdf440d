package io.banyan.instance.hierarchy;

import io.banyan.jobspec.Jobspec;
import java.util.Set;

/**
 * A jobspec in two parts: matches of both parts are together a match of the whole.
 *
 * @param here the part for the own graph
 * @param elsewhere the part for other sources
 * @param countedShared the types of vertices that are counted without being held, and so must not be in both
 */
record Split(Jobspec here, Jobspec elsewhere, Set<String> countedShared) {
    Split {
        countedShared = Set.copyOf(countedShared);
    }
}
