package io.banyan.rpc.daemon;

import io.banyan.instance.Instance;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.Quote;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.provider.ProviderCalls;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A daemon's providers, each by its name. A provider that an earlier daemon had and that is no longer configured brings
 * nothing and takes nothing back, so that its resources stay unreleased until it is configured again.
 */
final class Providers implements Outlets.Providers {
    private final Map<String, ProviderCalls> byName = new LinkedHashMap<>();
    private final Inbox inbox;

    Providers(List<ProviderCalls> providers, Inbox inbox) {
        providers.forEach(provider -> byName.put(provider.name(), provider));
        this.inbox = inbox;
    }

    @Override
    public void call(Effect.CallProvider call) {
        @Nullable ProviderCalls provider = byName.get(call.provider());
        if (provider != null) {
            provider.call(call);
        } else {
            inbox.tell(new Event.ProviderAnswered(
                    call.provider(), call.request().requestId(), new ProvisionResult.Refused(absent(call.provider()))));
        }
    }

    @Override
    public void release(Effect.ReleaseProvider release) {
        @Nullable ProviderCalls provider = byName.get(release.provider());
        if (provider != null) {
            provider.release(release);
        } else {
            inbox.tell(new Event.ProviderReleased(release.returnId(), release.requestId(), absent(release.provider())));
        }
    }

    /** Passes to each provider the resources that the instance has of it at the start. */
    void know(Instance instance) {
        byName.forEach((name, calls) -> calls.know(instance.broughtBy(name)));
    }

    /** Starts the periodic inventories of each provider. */
    void reconcile() {
        byName.values().forEach(ProviderCalls::reconcile);
    }

    /** The estimates of the providers, in the order in which they are asked. */
    CompletionStage<List<Quote>> quotes(Jobspec jobspec) {
        List<CompletableFuture<Quote>> quotes = byName.values().stream()
                .map(provider -> provider.quote(jobspec))
                .toList();
        return CompletableFuture.allOf(quotes.toArray(CompletableFuture[]::new))
                .thenApply(
                        nothing -> quotes.stream().map(CompletableFuture::join).toList());
    }

    private static String absent(String name) {
        return "this instance no longer has a provider '" + name + "'";
    }
}
