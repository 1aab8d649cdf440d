package io.banyan.rpc.relay;

import io.banyan.rpc.security.PassedOn;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.Payload;
import io.banyan.rpc.wire.RelayedCall;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call that was passed on, as the services of this instance see it: as one that came over a connection. What is done with it is done on the executor, by one thread
 * at a time.
 */
final class HereCall<Q, A> extends ServerCall<Q, A> implements Passed {
    private final ServerMethodDefinition<Q, A> method;
    private final RelayedCall call;
    private final AnswerTo answer;
    private final Executor executor;
    private final Context.CancellableContext context;
    private final Object listening = new Object();
    private @Nullable Listener<Q> listener;
    private Optional<Payload> held = Optional.empty();
    private int credit = Payload.MOST_AHEAD;
    private boolean isOver;
    private volatile boolean isCancelled;

    HereCall(
            ServerMethodDefinition<Q, A> method,
            RelayedCall call,
            AnswerTo answer,
            Executor executor,
            ScheduledExecutorService timer) {
        this.method = method;
        this.call = call;
        this.answer = answer;
        this.executor = executor;
        this.context = RequestId.in(Context.ROOT, call.requestId())
                .withDeadlineAfter(call.remainingNanos(), TimeUnit.NANOSECONDS, timer);
    }

    /** Lets the service begin. */
    void start() {
        executor.execute(() -> {
            synchronized (listening) {
                Context outer = context.attach();
                try {
                    begin();
                } catch (RuntimeException | Error e) {
                    finish(Failure.of(e));
                } finally {
                    context.detach(outer);
                }
            }
        });
        context.addListener(ended -> ended(), executor);
    }

    private void begin() {
        Q request;
        try {
            request = method.getMethodDescriptor().parseRequest(call.request().open());
        } catch (StatusRuntimeException malformed) {
            finish(Failure.INVALID.because("The request cannot be read."));
            return;
        }
        Listener<Q> begun = method.getServerCallHandler().startCall(this, new Metadata());
        listener = begun;
        begun.onReady();
        begun.onMessage(request);
        begun.onHalfClose();
    }

    /** The context is at its end: because the call is, the asker has gone, or his time is over. */
    private void ended() {
        boolean wasOver = isCancelled
                || finish(Failure.DEADLINE.because("The time of the call was over before it was answered."));
        isCancelled |= !wasOver;
        synchronized (listening) {
            if (listener == null) {
                return;
            }
            if (wasOver && !isCancelled) {
                listener.onComplete();
            } else {
                listener.onCancel();
            }
        }
    }

    @Override
    public void cancel() {
        isCancelled = true;
        synchronized (this) {
            isOver = true;
            held = Optional.empty();
        }
        context.cancel(null);
    }

    @Override
    public void more(int messages) {
        synchronized (this) {
            credit += messages;
        }
        executor.execute(() -> {
            synchronized (listening) {
                if (listener != null) {
                    listener.onReady();
                }
            }
        });
    }

    /** Whether it was over already. */
    private boolean finish(StatusRuntimeException status) {
        Optional<Payload> last;
        synchronized (this) {
            if (isOver) {
                return true;
            }
            isOver = true;
            last = status.getStatus().isOk() ? held : Optional.empty();
            held = Optional.empty();
        }
        answer.add(last, Optional.of(status));
        context.cancel(null);
        return false;
    }

    @Override
    public void request(int messages) {
        // The one that there is comes in any case.
    }

    @Override
    public void sendHeaders(Metadata headers) {
        // Only the answer and its end are passed on.
    }

    @Override
    public void sendMessage(A message) {
        Payload payload = Payload.of(method.getMethodDescriptor().streamResponse(message));
        synchronized (this) {
            if (isOver) {
                return;
            }
            if (method.getMethodDescriptor().getType().serverSendsOneMessage()) {
                held = Optional.of(payload);
                return;
            }
            credit--;
        }
        answer.add(Optional.of(payload), Optional.empty());
    }

    @Override
    public void close(Status status, Metadata trailers) {
        finish(status.asRuntimeException(trailers));
    }

    @Override
    public synchronized boolean isReady() {
        return !isOver && credit > 0;
    }

    @Override
    public boolean isCancelled() {
        return isCancelled;
    }

    @Override
    public MethodDescriptor<Q, A> getMethodDescriptor() {
        return method.getMethodDescriptor();
    }

    @Override
    public Attributes getAttributes() {
        return Attributes.newBuilder()
                .set(
                        PassedOn.KEY,
                        new PassedOn(
                                call.asker(),
                                call.origin().from(),
                                call.origin().through()))
                .build();
    }
}
