package io.banyan.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks whether a restarted daemon knows all acknowledged operations, and gives no resource to two jobs. Operations
 * without an acknowledgement may exist or not.
 */
final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long GROW_MILLIS = 10_000;
    private static final long HISTORY_SEC = 3_600;

    private final BanyanClient client;
    private final Jobspec jobspec;
    private final Map<String, JobRecord> byName = new HashMap<>();
    private final Map<String, String> holders = new HashMap<>();

    Comparison(BanyanClient client, Jobspec jobspec) throws ClientException {
        this.client = client;
        this.jobspec = jobspec;
        long now = Instant.now().getEpochSecond();
        var lately = new HistoryQuery(now - HISTORY_SEC, now + HISTORY_SEC, Optional.empty(), HistoryQuery.MOST);
        client.history(lately).jobs().forEach(job -> byName.put(job.name(), job));
        for (JobRecord job : client.jobs(new JobRead.Jobs(true)).jobs()) {
            byName.put(job.name(), job);
        }
    }

    /**
     * Compares, and updates the ledgers to the daemon's state.
     *
     * @throws IllegalStateException where they differ
     */
    void run(List<ClientLedger> ledgers) throws ClientException, IOException {
        for (ClientLedger ledger : ledgers) {
            for (ClientLedger.Entry entry : ledger.all()) {
                compare(ledger, entry);
            }
        }
        for (JobRecord job : byName.values()) {
            if (job.state().isActive()) {
                boolean isKnown = ledgers.stream()
                        .anyMatch(ledger -> ledger.find(job.name()).isPresent());
                require(isKnown, "job " + job.name() + " runs, and nobody asked for it");
                hold(job);
            }
        }
        Amount cores = client.stat().amounts().getOrDefault("core", new Amount(0, 0));
        require(
                cores.total() - cores.free() == holders.size(),
                cores + " is said of cores, and jobs hold " + holders.size());
    }

    private void compare(ClientLedger ledger, ClientLedger.Entry entry) throws ClientException {
        Optional<JobRecord> found = Optional.ofNullable(byName.get(entry.name));
        boolean isRunning = found.filter(job -> job.state() == JobState.RUNNING).isPresent();
        boolean isCancelled =
                found.filter(job -> job.state() == JobState.CANCELLED).isPresent();
        switch (entry.progress) {
            case ASKED -> require(isRunning || found.isEmpty(), entry + " is half there: " + found);
            case HELD -> require(isRunning, entry + " was acknowledged, and is " + found);
            case CANCELLING -> require(isRunning || isCancelled, entry + " is half there: " + found);
            case CANCELLED -> require(isCancelled, entry + " was acknowledged, and is " + found);
        }
        if (!isRunning) {
            ledger.forget(entry);
            return;
        }
        JobRecord job = found.orElseThrow();
        require(entry.job == null || entry.job.equals(job.id()), entry + " is now job " + job.id());
        entry.job = job.id();
        entry.progress = ClientLedger.Progress.HELD;
        for (Map.Entry<String, Optional<Grant>> grow : entry.grows.entrySet()) {
            again(entry, grow);
        }
    }

    /**
     * Repeats a grow with the same id: it returns the same grant; a grow without an acknowledgement may be granted now.
     */
    private void again(ClientLedger.Entry entry, Map.Entry<String, Optional<Grant>> grow) throws ClientException {
        var request = new Request.Grow(grow.getKey(), Optional.of(entry.job()), jobspec, GROW_MILLIS);
        Optional<Grant> now = switch (client.grow(request)) {
            case RequestOutcome.Done<Growth> done ->
                Optional.of(done.answer().grown().grant());
            case RequestOutcome.Refused<Growth> full -> Optional.empty();
        };
        require(
                grow.getValue().isEmpty() || grow.getValue().equals(now),
                grow.getKey() + " had brought " + grow.getValue() + ", and brings " + now);
        if (now.isPresent()) {
            grow.setValue(now);
        }
    }

    private void hold(JobRecord job) throws ClientException, IOException {
        String text = client.info(new JobRead.JobInfo(job.id(), MatchFormat.RV1_NOSCHED))
                .resources();
        for (JsonNode part : JSON.readTree(text).path("execution").path("R_lite")) {
            IdSet cores = IdSet.parse(part.path("children").path("core").asText());
            for (long rank : IdSet.parse(part.path("rank").asText()).longs().toArray()) {
                for (long core : cores.longs().toArray()) {
                    String before = holders.put(rank + " " + core, job.name());
                    require(
                            before == null,
                            "core " + core + " of rank " + rank + " is held by " + before + " and by " + job.name());
                }
            }
        }
    }

    private static void require(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalStateException(sentence);
        }
    }
}
