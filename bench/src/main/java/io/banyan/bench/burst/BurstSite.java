package io.banyan.bench.burst;

import io.banyan.fake.ec2.FakeEc2;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonException;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.provider.ProviderSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A daemon of this process with the EC2 provider, and a client of it. For one thread. */
final class BurstSite implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final FakeEc2 ec2;
    private final Daemon daemon;
    private final BanyanClient client;
    private final double startSeconds;

    /**
     * One burst.
     *
     * @param total seconds that the client waited
     * @param ours seconds of that in which no call was at EC2
     * @param elements vertices and edges that are new in the graph
     */
    record Burst(double total, double ours, int elements) {}

    private BurstSite(FakeEc2 ec2, Daemon daemon, BanyanClient client, double startSeconds) {
        this.ec2 = ec2;
        this.daemon = daemon;
        this.client = client;
        this.startSeconds = startSeconds;
    }

    /** Starts it; the options are the provider's, beyond the address of EC2. */
    static BurstSite start(FakeEc2 ec2, Path directory, String options)
            throws DaemonException, IOException, ClientException {
        // The SDK's default chain looks here first; the endpoint accepts all credentials.
        System.setProperty("aws.accessKeyId", "bench");
        System.setProperty("aws.secretAccessKey", "bench");
        long begin = System.nanoTime();
        ProviderSpec cloud = ProviderSpec.parse("aws-ec2=us-east-1,endpoint=" + ec2.endpoint()
                + ",launch-template=lt-bench,await=promised,memory-chunk=1,name=cloud" + options);
        Daemon daemon = Daemon.start(DaemonConfig.of(
                        new StateDirectory(directory), "burst", GraphFile.of(Path.of("resource-graphs", "l4.graphml")))
                .asking(GrowOrder.PROVIDER_ONLY, List.of(cloud))
                .build());
        double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        return new BurstSite(ec2, daemon, BanyanClient.ofStateDirectory(directory), seconds);
    }

    /** How long the daemon took to start. */
    double startSeconds() {
        return startSeconds;
    }

    /** Grows, and gives back. */
    Burst burst(Jobspec jobspec) throws ClientException {
        String id = UUID.randomUUID().toString();
        Duration servedBefore = ec2.served();
        long begin = System.nanoTime();
        RequestOutcome<Growth> outcome = client.grow(new Request.Grow(id, Optional.empty(), jobspec, 0));
        double total = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        double served = ec2.served().minus(servedBefore).toNanos() / NANOS_PER_SECOND;
        if (!(outcome instanceof RequestOutcome.Done<Growth>(Growth growth))) {
            throw new IllegalStateException("the burst was not answered by a grant: " + outcome);
        }
        int elements = growth.grown().grant().subgraph().elements();
        ShrinkOutcome shrunk =
                client.shrink(new Request.Shrink(UUID.randomUUID().toString(), new ShrinkTarget.ByGrow(id)));
        if (!(shrunk instanceof ShrinkOutcome.Done)) {
            throw new IllegalStateException("what came does not go back: " + shrunk);
        }
        return new Burst(total, total - served, elements);
    }

    @Override
    public void close() {
        client.close();
        daemon.close();
    }
}
