package io.banyan.rpc.daemon;

import io.banyan.instance.Instance;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderCalls;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.provider.Purchases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The external supply of a daemon: its providers, the identity by which they know it, and the marker that resources of
 * theirs may exist.
 */
final class DaemonProviders {
    private static final Logger LOG = LoggerFactory.getLogger(DaemonProviders.class);

    private final StateDirectory state;
    private final Owner owner;
    private final Purchases purchases;
    private final Providers providers;
    private final boolean isKept;

    private DaemonProviders(DaemonConfig config, Mailbox mailbox, Closing closing) throws IOException {
        this.state = config.state();
        this.owner = Owner.of(config);
        this.purchases = new Purchases(
                state.purchases(), owner.name(), config.instance().parentJob().isPresent());
        List<ProviderCalls> calls = new ArrayList<>();
        for (ProviderSpec spec : config.providers()) {
            // Of daemons that share a journal, the one that follows is on another state directory.
            Optional<Path> notes =
                    config.sharing().isPresent() ? Optional.empty() : Optional.of(state.notes(spec.name()));
            calls.add(closing.add(
                    ProviderCalls.of(spec, owner.name(), state.ledger(spec.name()), notes, purchases, mailbox)));
        }
        this.providers = new Providers(calls, mailbox);
        this.isKept = !calls.isEmpty();
    }

    /** Opens the providers; they are asked nothing yet. */
    static DaemonProviders open(DaemonConfig config, Mailbox mailbox, Closing closing) throws IOException {
        return new DaemonProviders(config, mailbox, closing);
    }

    Providers providers() {
        return providers;
    }

    /**
     * Called when the instance leads, before its first decision: the next daemon here will have the same owner at the
     * providers, and each provider is asked for its inventory.
     */
    void begin(Instance instance) throws IOException {
        providers.know(instance);
        if (isKept) {
            owner.keep();
        }
        providers.reconcile();
    }

    /** Records that no provider has resources of this daemon, so that nothing must be returned at its end. */
    void nothingIsOut() {
        try {
            purchases.end();
        } catch (IOException e) {
            LOG.warn(
                    "{} was not deleted, although no external resources remain: {}", state.purchases(), e.getMessage());
        }
    }
}
