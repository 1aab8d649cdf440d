package io.banyan.provider.ec2;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionAnswers;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/**
 * Instances and Fleets of EC2. Each call blocks its thread until EC2 has answered. Tags identify the provider's
 * instances, so that a new process finds all of them. A tag with the id distinguishes requests, and client tokens made
 * from that id distinguish their launches.
 */
final class Ec2Provider implements ExternalProvider {
    private static final Logger LOG = LoggerFactory.getLogger(Ec2Provider.class);

    /** Number of empty answers after which nothing is at EC2. EC2 may not show a new instance at once. */
    private static final int QUIET_LOOKS = 3;

    private static final int MOST_LOOKS = 100;

    private final ProviderContext context;
    private final Ec2Settings settings;
    private final Ec2Connection connection;
    private final Shortages shortages;
    private final InstantSource clock;
    private final Map<String, Purchase> running = new ConcurrentHashMap<>();
    private final ProvisionAnswers answers = new ProvisionAnswers();

    Ec2Provider(ProviderContext context, Ec2Settings settings, PriceList prices, InstantSource clock) {
        this.context = context;
        this.settings = settings;
        this.connection = new Ec2Connection(context, settings, prices);
        this.shortages = new Shortages(settings.shortageMemory(), clock);
        this.clock = clock;
    }

    @Override
    public String name() {
        return context.name();
    }

    @Override
    public String describe() {
        return "EC2 in " + settings.region()
                + settings.endpoint().map(it -> " at " + it).orElse("") + ", "
                + (settings.types().isEmpty() ? "all types" : String.join(", ", settings.types()))
                + ", at most " + settings.mostNodes() + " nodes per request";
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        return answers.once(request.requestId(), () -> result(request));
    }

    private ProvisionResult result(ProvisionRequest request) {
        try {
            return answered(request);
        } catch (SdkException e) {
            return new ProvisionResult.Failed(Ec2Failures.reason(e));
        }
    }

    private ProvisionResult answered(ProvisionRequest request) {
        if (connection.isKnownFromBefore(request.requestId())) {
            List<Instance> there = connection.api().mine(Optional.of(request.requestId()));
            if (!there.isEmpty()) {
                return encoded(machines(there));
            }
        }
        List<Ec2NodeRequest> nodeRequests;
        try {
            nodeRequests = Ec2NodeRequests.of(request.jobspec());
        } catch (Ec2NodeRequests.Unmet e) {
            return new ProvisionResult.Refused("EC2 cannot supply this request: " + e.getMessage());
        }
        var offerCatalog = new OfferCatalog(settings, connection.catalogue(), shortages);
        Optional<String> tooMany = offerCatalog.tooMany(nodeRequests);
        if (tooMany.isPresent()) {
            return new ProvisionResult.Refused(tooMany.get());
        }
        var purchase = new Purchase(request, connection.api(), offerCatalog, settings, context.owner(), clock);
        running.put(request.requestId(), purchase);
        try {
            return bought(request, purchase, nodeRequests);
        } finally {
            running.remove(request.requestId());
        }
    }

    private ProvisionResult bought(ProvisionRequest request, Purchase purchase, List<Ec2NodeRequest> nodeRequests) {
        try {
            List<Ec2Instance> machines = purchase.buy(nodeRequests);
            long vertices = machines.stream()
                    .mapToLong(machine -> ZoneGraph.verticesOf(machine.kind().shape(), settings.memoryChunkGb()))
                    .sum();
            if (vertices > request.maxVertices()) {
                connection.api().terminate(purchase.ids());
                return new ProvisionResult.Refused("the grant would have " + vertices + " vertices, but at most "
                        + request.maxVertices() + " are accepted");
            }
            return encoded(machines);
        } catch (NotHad e) {
            connection.api().terminate(purchase.ids());
            String why = purchase.reasons();
            return new ProvisionResult.Refused(e.getMessage() + (why.isEmpty() ? "" : ": " + why));
        } catch (SdkException e) {
            if (Ec2Failures.isRefusal(e)) {
                connection.api().terminate(purchase.ids());
                return new ProvisionResult.Refused(Ec2Failures.reason(e));
            }
            throw e;
        }
    }

    private ProvisionResult encoded(List<Ec2Instance> machines) {
        return ZoneGraph.of(machines, settings.memoryChunkGb());
    }

    private List<Ec2Instance> machines(List<Instance> instances) {
        var arrivals = new LaunchWait(connection.api(), connection.catalogue(), false, () -> false);
        return instances.stream().map(arrivals::machine).toList();
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        try {
            if (handles.isEmpty()) {
                releaseAll(requestId);
            } else {
                connection.api().terminate(handles.stream().map(Handle::value).toList());
            }
            // The remaining resources differ from the original ones.
            answers.forget(requestId);
            return CompletableFuture.completedStage(null);
        } catch (SdkException e) {
            return CompletableFuture.failedStage(new IllegalStateException(Ec2Failures.reason(e), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedStage(e);
        }
    }

    /** Ends everything with the request's tag, including launches whose answers were lost. */
    private void releaseAll(String requestId) throws InterruptedException {
        Purchase purchase = running.get(requestId);
        if (purchase != null) {
            purchase.cancel();
            answers.await(requestId);
        }
        Set<String> ended = new LinkedHashSet<>();
        int quiet = 0;
        for (int look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look++) {
            List<String> ids = connection.api().mine(Optional.of(requestId)).stream()
                    .map(Instance::instanceId)
                    .filter(id -> !ended.contains(id))
                    .toList();
            quiet = ids.isEmpty() ? quiet + 1 : 0;
            connection.api().terminate(ids);
            ended.addAll(ids);
            if (quiet < QUIET_LOOKS) {
                TimeUnit.MILLISECONDS.sleep(settings.settling().toMillis() / QUIET_LOOKS);
            }
        }
        if (!ended.isEmpty()) {
            LOG.info("{} ended {} instances that were launched for {}", context.name(), ended.size(), requestId);
        }
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        try {
            return CompletableFuture.completedStage(estimated(Ec2NodeRequests.of(jobspec)));
        } catch (Ec2NodeRequests.Unmet e) {
            return CompletableFuture.completedStage(
                    new Estimate.Impossible("EC2 cannot supply this request: " + e.getMessage()));
        } catch (SdkException e) {
            return CompletableFuture.failedStage(new IllegalStateException(Ec2Failures.reason(e), e));
        }
    }

    private Estimate estimated(List<Ec2NodeRequest> nodeRequests) {
        var offerCatalog = new OfferCatalog(settings, connection.catalogue(), shortages);
        Optional<String> tooMany = offerCatalog.tooMany(nodeRequests);
        if (tooMany.isPresent()) {
            return new Estimate.Impossible(tooMany.get());
        }
        List<Estimate.Item> items = new ArrayList<>();
        for (Ec2NodeRequest nodeRequest : nodeRequests) {
            List<Offer> would = offerCatalog.all(nodeRequest, offerCatalog.zones());
            List<Offer> now = offerCatalog.atHand(nodeRequest, offerCatalog.zones());
            if (would.isEmpty()) {
                return new Estimate.Impossible(
                        "no type that this provider may buy has " + nodeRequest.unit() + " and meets the requirements");
            }
            if (nodeRequest.zones() > offerCatalog.zones().size()) {
                return new Estimate.Impossible("this provider may use "
                        + offerCatalog.zones().size() + " zones, but " + nodeRequest.zones() + " are requested");
            }
            long repeated = Math.max(1, nodeRequest.zones());
            for (OfferChoice.Lot lot : OfferChoice.cheapest(
                    nodeRequest, now.isEmpty() ? would : now, nodeRequest.wanted(settings.mostNodes()))) {
                items.add(new Estimate.Item(
                        lot.count() * repeated,
                        lot.offer().toString(),
                        lot.offer().kind().price()));
            }
        }
        return new Estimate.Possible(items);
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        try {
            List<Inventory.Holding> holdings = connection.api().mine(Optional.empty()).stream()
                    .map(this::holding)
                    .flatMap(Optional::stream)
                    .toList();
            return CompletableFuture.completedStage(new Inventory.Listed(holdings));
        } catch (SdkException e) {
            return CompletableFuture.failedStage(new IllegalStateException(Ec2Failures.reason(e), e));
        }
    }

    private Optional<Inventory.Holding> holding(Instance instance) {
        boolean isUsable = instance.state().name() == InstanceStateName.PENDING
                || instance.state().name() == InstanceStateName.RUNNING;
        return Tags.request(instance)
                .map(request -> new Inventory.Holding(
                        request,
                        instance.instanceId(),
                        Tags.user(instance),
                        connection.price(instance.instanceTypeAsString()),
                        isUsable));
    }

    @Override
    public void close() {
        running.values().forEach(Purchase::cancel);
        connection.close();
    }
}
