package io.banyan.rpc.relay;

import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.Payload;
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
import org.jspecify.annotations.Nullable;

/**
 * A call that did not come over a connection of gRPC, as the services of this instance see it: as one that did. One
 * thread at a time works on it.
 */
final class HereCall<Q, A> extends ServerCall<Q, A> implements Passed, Served {
    private final ServerMethodDefinition<Q, A> method;
    private final IncomingCall arrival;
    private final AnswerTo answer;
    private final Executor executor;
    private final Context.CancellableContext context;
    private final Object listening = new Object();
    private @Nullable Listener<Q> listener;
    private Optional<Payload> held = Optional.empty();
    private int credit = Payload.MOST_AHEAD;
    private boolean isOver;
    private volatile boolean isCancelled;

    /** @param executor starts the calls here, and notifies the service of the end */
    HereCall(ServerMethodDefinition<Q, A> method, IncomingCall arrival, AnswerTo answer, Executor executor) {
        this.method = method;
        this.arrival = arrival;
        this.answer = answer;
        this.executor = executor;
        this.context = arrival.context();
    }

    /** Lets the service begin on the executor, with its request. */
    void start(Payload request) {
        executor.execute(() -> {
            // In one step: a call that is given up in between hears of it afterwards.
            synchronized (listening) {
                begin();
                receive(request);
            }
        });
    }

    @Override
    public void begin() {
        inContext(() -> {
            Listener<Q> begun = method.getServerCallHandler().startCall(this, arrival.headers());
            listener = begun;
            begun.onReady();
        });
        context.addListener(ended -> ended(), executor);
    }

    @Override
    public void receive(Payload request) {
        inContext(() -> {
            Listener<Q> begun = listener;
            // One that is given up is begun all the same, and hears that it was; one that was refused is not.
            if (begun == null || (isOver() && !isCancelled)) {
                return;
            }
            Q message;
            try {
                message = method.getMethodDescriptor().parseRequest(request.open());
            } catch (StatusRuntimeException malformed) {
                finish(Failure.INVALID.because("The request cannot be read."));
                return;
            }
            begun.onMessage(message);
            begun.onHalfClose();
        });
    }

    private void inContext(Runnable step) {
        synchronized (listening) {
            Context outer = context.attach();
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                finish(Failure.of(e));
            } finally {
                context.detach(outer);
            }
        }
    }

    /**
     * The context is at its end: because the call has ended, the asker has disconnected, or the asker's time is over.
     */
    private void ended() {
        boolean wasOver = isCancelled
                || finish(Failure.DEADLINE.because("The deadline of the call passed before it was answered."));
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
        synchronized (this) {
            if (isOver) {
                return;
            }
            isCancelled = true;
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
    public synchronized boolean isOver() {
        return isOver;
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
        arrival.tracer().outboundWireSize(payload.size());
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
        return arrival.attributes();
    }
}
