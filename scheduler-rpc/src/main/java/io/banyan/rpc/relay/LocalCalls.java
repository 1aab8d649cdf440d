package io.banyan.rpc.relay;

import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.RelayedCall;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerMethodDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** Serves calls that were passed on by the services that serve the others, behind the same check. Any thread may call. */
public final class LocalCalls implements Passing {
    private final Map<String, ServerMethodDefinition<?, ?>> methods = new HashMap<>();
    private final Executor executor;
    private final ScheduledExecutorService timer;

    /**
     * The calls of one instance.
     *
     * @param services those whose calls are passed on
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
                    Failure.INVALID.because("A call of '" + call.method() + "' is not passed on to other instances."));
            return Passed.OVER;
        }
        return begin(method, call, answer);
    }

    private <Q, A> Passed begin(ServerMethodDefinition<Q, A> method, RelayedCall call, AnswerTo answer) {
        var here = new HereCall<>(method, call, answer, executor, timer);
        here.start();
        return here;
    }
}
