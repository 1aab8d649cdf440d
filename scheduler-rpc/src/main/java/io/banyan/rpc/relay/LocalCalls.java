package io.banyan.rpc.relay;

import io.banyan.rpc.security.RelayedCaller;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.RelayedCall;
import io.grpc.Attributes;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerStreamTracer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Serves calls that did not come over a connection of gRPC, by the services that serve the others, behind the same
 * checks. Any thread may call.
 */
public final class LocalCalls implements CallForwarder {
    private final Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();
    private final Executor executor;
    private final ScheduledExecutorService timer;

    /**
     * The calls of one instance.
     *
     * @param services those whose calls come here
     * @param interceptors through which every call goes, in this order
     * @param executor on which they are served
     * @param timer ends those whose time is over
     */
    public LocalCalls(
            List<BindableService> services,
            List<ServerInterceptor> interceptors,
            Executor executor,
            ScheduledExecutorService timer) {
        this.executor = executor;
        this.timer = timer;
        for (BindableService service : services) {
            ServerInterceptors.interceptForward(service, interceptors)
                    .getMethods()
                    .forEach(method -> methods.put(method.getMethodDescriptor().getFullMethodName(), method));
        }
    }

    @Override
    public Passed pass(RelayedCall call, AnswerTo answer) {
        ServerMethodDefinition<?, ?> method = methods.get(call.method());
        if (method == null) {
            answer.end(
                    Failure.INVALID.because("A call of '" + call.method() + "' is not forwarded to other instances."));
            return Passed.OVER;
        }
        return begin(method, call, answer);
    }

    private <Q, A> Passed begin(ServerMethodDefinition<Q, A> method, RelayedCall call, AnswerTo answer) {
        var here = new HereCall<>(method, arrival(call), answer, executor);
        here.start(call.request());
        return here;
    }

    private IncomingCall arrival(RelayedCall call) {
        var caller = new RelayedCaller(
                call.asker(), call.origin().from(), call.origin().through());
        return new IncomingCall(
                new Metadata(),
                Attributes.newBuilder().set(RelayedCaller.KEY, caller).build(),
                RequestId.in(Context.ROOT, call.requestId())
                        .withDeadlineAfter(call.remainingNanos(), TimeUnit.NANOSECONDS, timer),
                new ServerStreamTracer() {});
    }

    /** The call of a method of one message each way, to be begun; empty where there is no such method. */
    public Optional<Served> open(String name, IncomingCall arrival, AnswerTo answer) {
        ServerMethodDefinition<?, ?> method = methods.get(name);
        return method == null || method.getMethodDescriptor().getType() != MethodType.UNARY
                ? Optional.empty()
                : Optional.of(new HereCall<>(method, arrival, answer, executor));
    }

    /** A context that ends after a time. */
    public Context.CancellableContext until(Context context, long millis) {
        return context.withDeadlineAfter(millis, TimeUnit.MILLISECONDS, timer);
    }

    /** Does this after a time, unless that is cancelled before. */
    public Future<?> after(Duration time, Runnable action) {
        return timer.schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
    }
}
