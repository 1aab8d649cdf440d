package io.banyan.cli.quickstart;

import io.banyan.fake.ec2.FakeEc2;
import io.banyan.fake.ec2.FakeType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The services outside of the cluster: an EC2 endpoint of our own on this machine, with which the provider talks as it
 * would with Amazon's, and a script that lends the nodes of a lab. Nothing is launched anywhere, and nothing costs
 * money.
 */
final class QuickstartProviders implements AutoCloseable {
    private final FakeEc2 ec2;
    private final Path home;

    private QuickstartProviders(FakeEc2 ec2, Path home) {
        this.ec2 = ec2;
        this.home = home;
    }

    /** The endpoint listens, on loopback. */
    static QuickstartProviders start(Path home) throws IOException {
        return new QuickstartProviders(FakeEc2.start(FakeType.many()), home);
    }

    /** The providers that bring from there, as they stand behind {@code --provider}. */
    List<String> providers() {
        return List.of(
                "aws-ec2=us-east-1,endpoint=" + ec2.endpoint() + ",launch-template=lt-quickstart,zones="
                        + String.join("+", FakeEc2.ZONES) + ",name=cloud",
                "exec=" + home.resolve("examples/providers/lab.sh") + ",name=lab");
    }

    /**
     * Returns the jobspecs that the first provider can satisfy, and those that only the second can: EC2 does not report
     * sockets.
     */
    List<Path> bursts() {
        Path jobspecs = home.resolve("jobspecs");
        return List.of(jobspecs.resolve("burst-zones.yaml"), jobspecs.resolve("burst.yaml"));
    }

    /** Credentials that the endpoint believes, found as the SDK finds any; and where the lab keeps its books. */
    Map<String, String> environment(Path directory) {
        return Map.of(
                "AWS_ACCESS_KEY_ID",
                "quickstart",
                "AWS_SECRET_ACCESS_KEY",
                "quickstart",
                "LAB_STATE",
                directory.resolve("lab").toString());
    }

    /** Returns the number of instances that would cost money. */
    int running() {
        return ec2.alive().size();
    }

    @Override
    public void close() {
        ec2.close();
    }
}
