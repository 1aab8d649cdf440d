package io.banyan.cli.slurm;

import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of squeue and scancel that select jobs by their properties. */
final class JobFilters {
    @Option(
            names = {"-A", "--account"},
            split = ",",
            paramLabel = "LIST",
            description = "Only jobs of these accounts.")
    private List<String> accounts = List.of();

    @Option(
            names = {"-n", "--name", "--jobname"},
            split = ",",
            paramLabel = "LIST",
            description = "Only jobs with these names.")
    private List<String> names = List.of();

    @Option(names = "--me", description = "Only your own jobs.")
    private boolean mine;

    @Option(
            names = {"-w", "--nodelist"},
            paramLabel = "HOSTS",
            description = "Only jobs on these nodes.")
    private @Nullable String nodes;

    @Option(
            names = {"-p", "--partition"},
            split = ",",
            paramLabel = "LIST",
            description = "Only jobs in these partitions.")
    private List<String> partitions = List.of();

    @Option(
            names = {"-t", "--states"},
            paramLabel = "LIST",
            description = "Only jobs in these states; 'all' for jobs in any state.")
    private List<String> states = List.of();

    @Option(
            names = {"-u", "--user"},
            split = ",",
            paramLabel = "LIST",
            description = "Only jobs of these users.")
    private List<String> users = List.of();

    /** Whether none of these options was given. */
    boolean isEmpty() {
        return Stream.of(accounts, names, partitions, states, users).allMatch(List::isEmpty) && !mine && nodes == null;
    }

    /** Whether the nodes of jobs must be known. */
    boolean isAboutNodes() {
        return nodes != null;
    }

    /** The named users, and with {@code --me} the calling user; empty if no user is named. */
    Set<String> users(ToolContext tool) {
        Set<String> wanted = new HashSet<>(SlurmUsers.names(users));
        if (mine) {
            wanted.add(tool.user());
        }
        return wanted;
    }

    /** The states that were named. */
    Set<SlurmState> states() {
        return SlurmState.parse(states);
    }

    /** The jobs that are meant, apart from their nodes. */
    JobQuery query(JobIds ids, Set<String> ofUsers, Set<SlurmState> inStates) {
        return new JobQuery(ids, Set.copyOf(names), ofUsers, inStates, Set.copyOf(partitions), Set.copyOf(accounts));
    }

    /**
     * Checks that the named users, partitions and nodes exist.
     *
     * @param found the jobs of these users
     * @throws SlurmFailure where one of them does not
     */
    void requireKnown(SlurmCluster cluster, List<SlurmJob> found) throws ClientException {
        var known = new KnownNames(cluster);
        known.requirePartitions(partitions);
        known.requireNodes(nodes());
        known.requireUsers(SlurmUsers.names(users), found);
    }

    private HostList nodes() {
        return HostList.parse(nodes == null ? "" : nodes);
    }

    /** Whether a job holds one of the nodes that were named, or none was named. */
    boolean areNodesOf(SlurmJob job) {
        return nodes == null || nodes().stream().anyMatch(job.nodes()::contains);
    }
}
