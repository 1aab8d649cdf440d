package io.banyan.rpc.parent;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.rpc.agent.ToldInbox;
import io.banyan.rpc.relay.CallForwarder;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.HierarchyGrpc;
import io.banyan.v1.ParentFrame;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParentLinkTest {
    private final ToldInbox told = new ToldInbox();

    @Test
    void aParentThatWasNeverThereIsGivenUp() throws Exception {
        var nobody = new Address("127.0.0.1", closedPort());
        var executor = Executors.newScheduledThreadPool(1);
        try (EventLoops loops = EventLoops.forClient();
                var link = new ParentLink(
                        List.of(() -> Channels.forSession(nobody, loops)),
                        Token.random(),
                        told,
                        CallForwarder.NONE,
                        executor,
                        new Random(1),
                        Duration.ofMillis(500))) {
            link.open();
            Event event = told.next();
            assertThat(event)
                    .isInstanceOfSatisfying(
                            Event.ParentSaid.class,
                            said -> assertThat(said.message()).isInstanceOf(DownMessage.RegisterRefused.class));
            assertThat(event.toString()).contains("the parent has not answered within 500 ms");
            assertThat(told.left()).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void whoEndsHimselfIsNotToldThatTheParentIsGone() throws Exception {
        var executor = Executors.newSingleThreadScheduledExecutor();
        Server parent = InProcessServerBuilder.forName("parent")
                .addService(new SilentParent())
                .build()
                .start();
        ManagedChannel channel =
                InProcessChannelBuilder.forName("parent").executor(executor).build();
        try {
            try (var link = new ParentLink(
                    List.of(() -> channel),
                    Token.random(),
                    told,
                    CallForwarder.NONE,
                    executor,
                    new Random(1),
                    Duration.ofSeconds(30))) {
                link.open();
                assertThat(told.next()).isEqualTo(new Event.ParentLinked());
            }
            assertThat(channel.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            // What ends a session is said there.
            executor.submit(() -> {}).get();
            assertThat(told.left()).isEmpty();
        } finally {
            parent.shutdownNow();
            executor.shutdownNow();
        }
    }

    private static final class SilentParent extends HierarchyGrpc.HierarchyImplBase {
        @Override
        public StreamObserver<ChildFrame> session(StreamObserver<ParentFrame> child) {
            return new StreamObserver<>() {
                @Override
                public void onNext(ChildFrame frame) {}

                @Override
                public void onError(Throwable error) {}

                @Override
                public void onCompleted() {}
            };
        }
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
