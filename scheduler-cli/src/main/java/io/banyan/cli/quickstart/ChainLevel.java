package io.banyan.cli.quickstart;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One daemon of the chain.
 *
 * @param name L0 at the top
 * @param state its state directory
 * @param client a connection to it
 * @param job which job of the level above it is; empty at the top
 */
public record ChainLevel(String name, StateDirectory state, BanyanClient client, Optional<JobId> job)
        implements AutoCloseable {
    private static final String EVERYTHING = "status=up or status=down";

    /** Connects to the daemon of a state directory. */
    static ChainLevel connect(String name, StateDirectory state, Optional<JobId> job) throws ClientException {
        return new ChainLevel(name, state, BanyanClient.ofStateDirectory(state.path()), job);
    }

    LevelCount count() throws ClientException {
        return LevelCount.of(name, client.stat());
    }

    /** Returns the whole graph of this level. */
    Subgraph graph() throws ClientException, GraphException {
        return JgfReader.read(
                client.find(new Request.Find(EVERYTHING, MatchFormat.JGF)).resources(), name);
    }

    /** The paths of its whole graph. */
    Set<String> paths() throws ClientException, GraphException {
        return paths(graph());
    }

    /** Returns the paths of the resources of one of its jobs. */
    Set<String> pathsOf(JobId held) throws ClientException, GraphException {
        String resources =
                client.info(new JobRead.JobInfo(held, MatchFormat.JGF)).resources();
        return paths(JgfReader.read(resources, name + ", job " + held));
    }

    private static Set<String> paths(Subgraph graph) {
        Set<String> paths = new TreeSet<>();
        for (SubgraphVertex vertex : graph.vertices()) {
            paths.add(vertex.path());
        }
        return paths;
    }

    @Override
    public void close() {
        client.close();
    }
}
