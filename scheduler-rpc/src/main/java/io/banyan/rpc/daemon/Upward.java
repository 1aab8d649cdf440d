package io.banyan.rpc.daemon;

import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.parent.ParentLink;
import io.banyan.rpc.relay.Relay;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.EventLoops;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * How a daemon reaches its parent: at any of its addresses, with the credential that the parent left, encrypted where
 * the parent does so.
 */
final class Upward {
    private final StateDirectory state;
    private final EventLoops loops;

    private Upward(StateDirectory state, EventLoops loops) {
        this.state = state;
        this.loops = loops;
    }

    /** The link to this parent; it does not dial yet. */
    static ParentLink open(
            Parent parent, DaemonConfig config, Relay relay, EventLoops loops, Mailbox mailbox, Closing closing)
            throws IOException {
        var upward = new Upward(config.state(), loops);
        ScheduledExecutorService dialling = Executors.newScheduledThreadPool(
                1, Thread.ofPlatform().name("banyan-parent").daemon(true).factory());
        closing.add(dialling::shutdownNow);
        return closing.add(new ParentLink(
                parent.addresses().stream()
                        .<Supplier<ManagedChannel>>map(address -> () -> upward.dial(address))
                        .toList(),
                TokenFile.read(parent.credential()),
                mailbox,
                relay,
                dialling,
                new Random(),
                Duration.ofMillis(config.instance().limits().startMillis())));
    }

    /** A parent that encrypts has left its certificate here, or does so when it changes. */
    private ManagedChannel dial(Address above) {
        if (Files.notExists(state.parentCertificate())) {
            return Channels.forSession(above, loops);
        }
        try {
            return Channels.forSession(above, loops, new ClientTls.ByCertificate(state.parentCertificate()));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
