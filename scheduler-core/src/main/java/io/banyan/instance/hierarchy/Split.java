package io.banyan.instance.hierarchy;

import io.banyan.jobspec.Jobspec;
import java.util.Set;

/**
 * A jobspec in two parts, a match of each of which is together a match of the whole.
 *
 * @param here what is to be found in the own graph
 * @param elsewhere what others are asked for
 * @param countedShared the types of vertices that are counted without being held, and so must not be in both
 */
record Split(Jobspec here, Jobspec elsewhere, Set<String> countedShared) {
    Split {
        countedShared = Set.copyOf(countedShared);
    }
}
