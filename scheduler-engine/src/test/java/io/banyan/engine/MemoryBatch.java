package io.banyan.engine;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * A batch scheduler in memory with a clock of its own. Jobs of a reservation run while it lasts, as long as its cores
 * do; other jobs run at once.
 */
final class MemoryBatch implements Batch {
    /** A job with its times. */
    static final class Entry {
        final BatchJob job;
        long startSec;
        long endSec;
        BatchJobReport.State state = BatchJobReport.State.WAITING;
        int exit;

        Entry(BatchJob job) {
            this.job = job;
        }
    }

    final TreeMap<String, BatchReservation> reservations = new TreeMap<>();
    final Map<String, Entry> jobs = new LinkedHashMap<>();
    final List<String> log = new ArrayList<>();
    long nowSec = 1_000_000;
    int nodes = 2;
    int cores = 4;
    /** The run time of a job in seconds. */
    ToIntFunction<BatchJob> seconds = job -> 60;
    /** The exit code of a job. */
    ToIntFunction<BatchJob> exit = job -> 0;
    /** The jobs whose submission fails in an unexpected way. */
    Predicate<BatchJob> refusesUnexpectedly = job -> false;
    /** Whether jobs of the queue never start. */
    boolean queueStands;
    /** Whether bookings are refused. */
    boolean refusesBookings;
    /** The call, counted from 1, whose answer is lost; its effect is made. */
    int lostAnswer = -1;

    private int calls;

    /** Ends the process of the engine in a test. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    int calls() {
        return calls;
    }

    private void answered() {
        if (++calls == lostAnswer) {
            throw new Killed();
        }
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) {
        List<ProfileNode> all = new ArrayList<>();
        for (int n = 0; n < nodes; n++) {
            String name = "n" + n;
            List<BusyTime> busy = new ArrayList<>();
            for (BatchReservation one : reservations.values()) {
                int to = (int) Math.max(0, Math.ceilDiv(one.endSec() - startSec, slotSeconds));
                int from = (int) Math.max(0, Math.floorDiv(one.startSec() - startSec, slotSeconds));
                if (to > from) {
                    one.shares().stream()
                            .filter(share -> share.node().equals(name))
                            .flatMap(share -> share.numbers().get("core").stream())
                            .forEach(core -> busy.add(new BusyTime("core", core, 1, from, to)));
                }
            }
            all.add(new ProfileNode(name, new TreeMap<>(Map.of("core", cores)), 1_000, busy, List.of()));
        }
        return new BatchLook(SlotProfile.of(0, startSec, slotSeconds, 1, all), List.of());
    }

    @Override
    public BatchBooking book(List<BatchReservation> asked) {
        if (refusesBookings) {
            return new BatchBooking.Conflict("somebody else is there", List.of(), OptionalLong.empty());
        }
        List<BatchReservation> missing = asked.stream()
                .filter(one -> !reservations.containsKey(one.name()))
                .toList();
        for (BatchReservation one : missing) {
            for (BatchReservation other : reservations.values()) {
                if (one.startSec() < other.endSec() && other.startSec() < one.endSec() && shares(one, other)) {
                    return new BatchBooking.Conflict(other.name() + " is there", List.of(), OptionalLong.empty());
                }
            }
        }
        missing.forEach(one -> reservations.put(one.name(), one));
        missing.forEach(one -> log.add("book " + one.name()));
        answered();
        return new BatchBooking.Booked();
    }

    private static boolean shares(BatchReservation one, BatchReservation other) {
        for (ReservedShare a : one.shares()) {
            for (ReservedShare b : other.shares()) {
                if (a.node().equals(b.node())
                        && a.numbers().get("core").stream().anyMatch(b.numbers().get("core")::contains)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void release(String reservation) {
        if (reservations.remove(reservation) != null) {
            log.add("release " + reservation);
        }
        answered();
    }

    @Override
    public Set<String> reservations(String prefix) {
        return reservations.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        if (refusesUnexpectedly.test(job)) {
            throw new IllegalStateException("unexpected");
        }
        if (job.reservation().filter(name -> !reservations.containsKey(name)).isPresent()) {
            throw BatchException.refused(
                    "there is no reservation " + job.reservation().get());
        }
        String number = Integer.toString(jobs.size() + 1);
        jobs.put(number, new Entry(job));
        log.add("submit " + job.name());
        answered();
        return number;
    }

    @Override
    public Optional<String> find(String jobName) {
        return jobs.entrySet().stream()
                .filter(entry -> entry.getValue().job.name().equals(jobName))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> asked) {
        Map<String, BatchJobReport> reports = new TreeMap<>();
        for (String number : asked) {
            Entry entry = jobs.get(number);
            reports.put(
                    number,
                    new BatchJobReport(
                            entry.state,
                            entry.state == BatchJobReport.State.ENDED
                                    ? OptionalInt.of(entry.exit)
                                    : OptionalInt.empty(),
                            "",
                            entry.startSec > 0 ? OptionalLong.of(entry.startSec) : OptionalLong.empty(),
                            entry.endSec > 0 ? OptionalLong.of(entry.endSec) : OptionalLong.empty(),
                            entry.startSec > 0 ? List.of("n0") : List.of()));
        }
        return reports;
    }

    @Override
    public void cancel(String job) {
        Entry entry = jobs.get(job);
        if (!isOver(entry)) {
            end(entry, BatchJobReport.State.STOPPED);
        }
        answered();
    }

    private static boolean isOver(Entry entry) {
        return entry.state != BatchJobReport.State.WAITING && entry.state != BatchJobReport.State.RUNNING;
    }

    private void end(Entry entry, BatchJobReport.State state) {
        entry.state = state;
        entry.endSec = nowSec;
    }

    /** Lets a second pass: jobs end and start. */
    void tick() {
        nowSec++;
        reservations.values().removeIf(one -> one.endSec() <= nowSec);
        for (Entry entry : jobs.values()) {
            boolean isHomeless = entry.job.reservation().isPresent()
                    && !reservations.containsKey(entry.job.reservation().get());
            if (entry.state == BatchJobReport.State.RUNNING
                    && nowSec >= entry.startSec + seconds.applyAsInt(entry.job)) {
                entry.exit = exit.applyAsInt(entry.job);
                end(entry, BatchJobReport.State.ENDED);
            } else if (entry.state == BatchJobReport.State.RUNNING
                    && (isHomeless
                            || nowSec >= entry.startSec + entry.job.limitSec().orElse(Long.MAX_VALUE / 2))) {
                end(entry, BatchJobReport.State.TIMED_OUT);
            } else if (entry.state == BatchJobReport.State.WAITING && isHomeless) {
                end(entry, BatchJobReport.State.STOPPED);
            }
        }
        for (Entry entry : jobs.values()) {
            if (entry.state == BatchJobReport.State.WAITING && hasRoom(entry.job)) {
                entry.state = BatchJobReport.State.RUNNING;
                entry.startSec = nowSec;
                log.add("start " + entry.job.name() + " at " + nowSec);
            }
        }
    }

    private boolean hasRoom(BatchJob job) {
        if (job.reservation().isEmpty()) {
            return !queueStands;
        }
        BatchReservation inside = reservations.get(job.reservation().get());
        if (inside == null || inside.startSec() > nowSec) {
            return false;
        }
        int all =
                inside.shares().stream().mapToInt(share -> share.count("core")).sum();
        long used = jobs.values().stream()
                .filter(other -> other.state == BatchJobReport.State.RUNNING)
                .filter(other -> other.job.reservation().equals(job.reservation()))
                .mapToLong(other -> other.job.needs().totalCores())
                .sum();
        return used + job.needs().totalCores() <= all;
    }
}
