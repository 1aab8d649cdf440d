package io.banyan.rpc.service;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Quote;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.QuoteMessages;
import io.banyan.v1.EstimateReply;
import io.banyan.v1.EstimateRequest;
import io.banyan.v1.ProvidersGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service {@code Providers}: the estimates of an instance's providers. It bypasses the instance, which must not
 * wait for them.
 */
public final class ProvidersService extends ProvidersGrpc.ProvidersImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(ProvidersService.class);

    private final Function<Jobspec, CompletionStage<List<Quote>>> quotes;
    private final Executor executor;

    /**
     * The service of these providers.
     *
     * @param quotes asks all of them; its stage never waits long, and does not fail
     */
    public ProvidersService(Function<Jobspec, CompletionStage<List<Quote>>> quotes, Executor executor) {
        this.quotes = quotes;
        this.executor = executor;
    }

    @Override
    public void estimate(EstimateRequest request, StreamObserver<EstimateReply> observer) {
        var caller = (ServerCallStreamObserver<EstimateReply>) observer;
        // A disconnected caller gets no answer; without this handler an answer would throw.
        caller.setOnCancelHandler(() -> {});
        executor.execute(() -> ask(request, caller));
    }

    private void ask(EstimateRequest request, ServerCallStreamObserver<EstimateReply> caller) {
        try {
            var unused =
                    quotes.apply(QuoteMessages.read(request)).whenComplete((all, error) -> answer(all, error, caller));
        } catch (WireException e) {
            caller.onError(Failure.of(e));
        } catch (RuntimeException e) {
            refuse(caller, e);
        }
    }

    private static void answer(
            @Nullable List<Quote> all, @Nullable Throwable error, ServerCallStreamObserver<EstimateReply> caller) {
        if (all == null || error != null) {
            refuse(caller, error);
            return;
        }
        caller.onNext(QuoteMessages.write(all));
        caller.onCompleted();
    }

    private static void refuse(ServerCallStreamObserver<EstimateReply> caller, @Nullable Throwable error) {
        LOG.error("The providers cannot be asked", error);
        caller.onError(Failure.INTERNAL.because("The providers cannot be asked; see the daemon's log."));
    }
}
