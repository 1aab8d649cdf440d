package io.banyan.rpc.daemon;

import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.child.ChildSessions;
import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.relay.Relay;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Stream;

/**
 * The gRPC services of a daemon.
 *
 * @param ofClients the services that can be called through other instances as well
 * @param ofThisOnly the services for clients at this daemon's port only
 */
record Services(List<BindableService> ofClients, List<BindableService> ofThisOnly) {
    /**
     * All of them, with the services that describe them: reflection in its version v1, and in v1alpha, which many tools
     * still ask for.
     */
    @SuppressWarnings("deprecation") // gRPC calls v1alpha deprecated; tools that know nothing else are in use.
    List<BindableService> all() {
        List<BindableService> reflection =
                List.of(ProtoReflectionServiceV1.newInstance(), ProtoReflectionService.newInstance());
        return Stream.of(ofClients, ofThisOnly, reflection)
                .flatMap(List::stream)
                .toList();
    }

    /** Passes calls on to other instances, and serves those that others pass on to this one, after these checks. */
    Relay relay(Mailbox mailbox, ChildSessions children, List<ServerInterceptor> checks, Threads threads) {
        return new Relay(mailbox, threads.serving(ofClients, checks), children);
    }

    /**
     * On which calls are served that do not come over a connection of gRPC.
     *
     * @param executor for the work
     * @param timer for the ends of their times
     */
    record Threads(ExecutorService executor, ScheduledExecutorService timer) {
        static Threads open(ExecutorService executor, Closing closing) {
            var timer = new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("banyan-deadlines").daemon(true).factory());
            timer.setRemoveOnCancelPolicy(true);
            closing.add(timer::shutdownNow);
            return new Threads(executor, timer);
        }

        LocalCalls serving(List<BindableService> services, List<ServerInterceptor> checks) {
            return new LocalCalls(services, checks, executor, timer);
        }
    }
}
