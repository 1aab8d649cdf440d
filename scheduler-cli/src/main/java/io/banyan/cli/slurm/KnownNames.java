package io.banyan.cli.slurm;

import io.banyan.instance.message.client.NodeReport;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refuses names of users, partitions and nodes that do not exist, so that a misspelled filter does not look like an
 * empty system. Each check costs one call at most, and only where a name is given.
 */
final class KnownNames {
    private final SlurmCluster cluster;

    KnownNames(SlurmCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Checks the names of users. A user is known if this machine knows the name, the daemon knows the caller by it, or
     * one of the found jobs belongs to the user.
     *
     * @throws SlurmFailure where a user is not known
     */
    void requireUsers(Collection<String> names, List<SlurmJob> found) throws ClientException {
        for (String name : names) {
            boolean isOwner = found.stream()
                    .anyMatch(job ->
                            job.user().equals(name) || job.record().owner().equals(name));
            if (!isOwner && !cluster.context().users().isKnown(name)) {
                throw new SlurmFailure("Invalid user: " + name);
            }
        }
    }

    /**
     * Checks the names of partitions.
     *
     * @throws SlurmFailure where a partition does not exist
     */
    void requirePartitions(Collection<String> names) throws ClientException {
        if (!names.isEmpty()) {
            Set<String> known =
                    cluster.partitions().stream().map(QueuePartition::name).collect(Collectors.toSet());
            for (String name : names) {
                if (!known.contains(name)) {
                    throw new SlurmFailure("Invalid partition name specified: " + name);
                }
            }
        }
    }

    /**
     * Checks the names of nodes.
     *
     * @throws SlurmFailure where a node does not exist
     */
    void requireNodes(HostList names) throws ClientException {
        if (names.size() > 0) {
            requireNodes(names, cluster.nodes(names));
        }
    }

    /** Checks the names of nodes against the nodes that were found by them. */
    static void requireNodes(HostList names, List<NodeReport> found) {
        Set<String> known = found.stream().map(NodeReport::name).collect(Collectors.toSet());
        names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new SlurmFailure("Invalid node name specified: " + name);
        });
    }
}
