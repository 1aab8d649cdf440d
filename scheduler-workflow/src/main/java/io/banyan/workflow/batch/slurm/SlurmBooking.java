package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchBooking.Booked;
import io.banyan.workflow.batch.BatchBooking.Conflict;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner.Answer;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The booking of reservations, all or none. Slurm takes nodes from under jobs that wait. So the reservations are
 * compared with the expected starts before, and again after Slurm's backfill has seen them.
 */
final class SlurmBooking {
    private static final int ATTEMPTS = 3;
    private static final Pattern PRINTED = Pattern.compile("sdiag output at .*\\(([0-9]+)\\)");
    private static final Pattern BACKFILL =
            Pattern.compile("(?s)Backfilling stats.*?Last cycle when: [^\\n]*\\(([0-9]+)\\)");
    /** In the middle of a pass, some of the expected starts are old. */
    private static final String IN_A_PASS = "in the middle of backfilling";

    private static final Pattern NO_PERMISSION = Pattern.compile("permission denied|Invalid user id");

    private final SlurmCall call;
    private final SlurmBatchSettings settings;
    private final LongSupplier clock;
    private final SlurmRelease release;

    SlurmBooking(SlurmCall call, SlurmBatchSettings settings, LongSupplier clock) {
        this.call = call;
        this.settings = settings;
        this.clock = clock;
        this.release = new SlurmRelease(call);
    }

    BatchBooking book(List<BatchReservation> reservations) throws BatchException {
        SlurmReading before = SlurmReading.read(call, settings, clock.getAsLong());
        Set<String> existing =
                before.reservations().stream().map(SlurmReservation::name).collect(Collectors.toSet());
        List<BatchReservation> wanted = reservations.stream()
                .filter(it -> !existing.contains(it.name()))
                .toList();
        SlurmOverlap overlap = new SlurmOverlap(before);
        overlap.requirePossible(wanted);
        Optional<Conflict> conflict = overlap.conflict(wanted);
        if (conflict.isPresent() || wanted.isEmpty()) {
            return conflict.map(it -> (BatchBooking) it).orElseGet(Booked::new);
        }
        List<String> made = new ArrayList<>();
        try {
            conflict = create(wanted, before, overlap, made);
            if (conflict.isEmpty()) {
                conflict = afterwards(before, wanted);
            }
        } catch (BatchException e) {
            rollBack(made);
            throw e;
        }
        if (conflict.isPresent()) {
            rollBack(made);
        }
        return conflict.map(it -> (BatchBooking) it).orElseGet(Booked::new);
    }

    /** Creates reservations until one is busy, and adds the names of those that exist now or may exist. */
    private Optional<Conflict> create(
            List<BatchReservation> wanted, SlurmReading before, SlurmOverlap overlap, List<String> made)
            throws BatchException {
        for (BatchReservation one : wanted) {
            try {
                if (!create(one, before, overlap)) {
                    return Optional.of(overlap.busy(
                            one, "Slurm's answer to reservation " + one.name() + " is that nodes are busy."));
                }
                made.add(one.name());
            } catch (BatchException e) {
                if (!e.isRefusal()) {
                    made.add(one.name());
                }
                throw e;
            }
        }
        return Optional.empty();
    }

    /** Creates a reservation; returns false if Slurm says that its nodes are busy. */
    private boolean create(BatchReservation one, SlurmReading state, SlurmOverlap overlap) throws BatchException {
        Answer answer = call.run(words(one, state, overlap), "");
        if (answer.status() == 0) {
            return true;
        }
        String errors = SlurmCall.errors(answer);
        if (errors.contains("busy")) {
            return false;
        }
        if (NO_PERMISSION.matcher(errors).find()) {
            throw BatchException.refused("Slurm does not permit reservations by user " + settings.user()
                    + ". An administrator of the Slurm can grant the role of an operator: sacctmgr modify user "
                    + settings.user() + " set AdminLevel=Operator.");
        }
        if (SlurmCall.isUnheard(answer) && exists(one.name())) {
            return true;
        }
        throw SlurmCall.failure("scontrol create reservation", answer);
    }

    private List<String> words(BatchReservation one, SlurmReading state, SlurmOverlap overlap) {
        // Slurm counts CoreCnt in its own order of nodes, whatever the order of Nodes is.
        Map<String, Integer> order = new TreeMap<>();
        state.nodes().forEach(node -> order.put(node.name(), order.size()));
        List<ReservedShare> shares = one.shares().stream()
                .sorted(Comparator.comparingInt(share -> order.getOrDefault(share.node(), 0)))
                .toList();
        boolean hasParts = !shares.stream().allMatch(overlap::isWhole);
        // Slurm says that cores are busy in the very second in which a running job ends; it does not of whole nodes.
        long start = Math.max(one.startSec(), clock.getAsLong()) + (hasParts ? 1 : 0);
        List<String> words = new ArrayList<>(List.of(
                "scontrol",
                "create",
                "reservation",
                "ReservationName=" + one.name(),
                "StartTime=uts" + start,
                "EndTime=uts" + one.endSec(),
                "Users=" + settings.user(),
                "PartitionName=" + state.partition(),
                "Nodes=" + shares.stream().map(ReservedShare::node).collect(Collectors.joining(","))));
        if (hasParts) {
            Map<String, Integer> cores =
                    state.nodes().stream().collect(Collectors.toMap(SlurmNode::name, SlurmNode::cores, Math::max));
            words.add("CoreCnt="
                    + shares.stream()
                            .map(share -> overlap.isWhole(share)
                                    ? cores.getOrDefault(share.node(), 1)
                                    : share.count(SlotProfile.CORE))
                            .map(String::valueOf)
                            .collect(Collectors.joining(",")));
        }
        return words;
    }

    /** Returns whether a reservation exists after a call without an answer. */
    private boolean exists(String name) throws BatchException {
        for (int attempt = 1; ; attempt++) {
            try {
                return SlurmReading.reservations(call).stream()
                        .anyMatch(it -> it.name().equals(name));
            } catch (BatchException e) {
                if (attempt == ATTEMPTS || e.isRefusal()) {
                    throw e;
                }
                call.pause(attempt);
            }
        }
    }

    /**
     * Returns the conflict of reservations that were made, after a pass of the backfill: with jobs that start later
     * than before, or with jobs that are expected on the reserved resources. For a job that waits for running jobs
     * alone, the backfill of 22.05 sees only reservations that are nearer than the job's time limit, and so it may
     * expect the job where a reservation is.
     */
    private Optional<Conflict> afterwards(SlurmReading before, List<BatchReservation> made) throws BatchException {
        if (SlurmReading.jobs(call).stream()
                .noneMatch(job -> job.isWaiting() && job.reservation().isEmpty())) {
            return Optional.empty();
        }
        awaitBackfill();
        Optional<Conflict> delayed = delayed(before);
        if (delayed.isPresent()) {
            return delayed;
        }
        Set<String> names = made.stream().map(BatchReservation::name).collect(Collectors.toSet());
        SlurmReading after = SlurmReading.read(call, settings, clock.getAsLong());
        return new SlurmOverlap(after.without(names)).conflict(made);
    }

    /** Returns the conflict with jobs that start later than before. */
    private Optional<Conflict> delayed(SlurmReading before) throws BatchException {
        Map<String, QueuedSlurmJob> expected = new TreeMap<>();
        before.jobs().stream().filter(QueuedSlurmJob::hasExpectedStart).forEach(job -> expected.put(job.id(), job));
        Set<String> late = new TreeSet<>(SlurmText.JOB_ORDER);
        Set<String> without = new TreeSet<>();
        for (int second = 0; second < settings.patienceSec(); second++) {
            late.clear();
            without.clear();
            compare(expected, late, without);
            if (!late.isEmpty() || without.isEmpty()) {
                break;
            }
            // The main scheduler forgets a start that the next pass of the backfill finds again.
            call.pause(1);
        }
        late.addAll(without);
        if (late.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong from = late.stream()
                .map(id -> Objects.requireNonNull(expected.get(id)))
                .filter(job -> job.limitSec().isPresent())
                .mapToLong(job -> job.start().orElse(0) + job.limitSec().orElse(0))
                .max();
        return Optional.of(new Conflict(
                "Jobs that wait would start later: " + String.join(", ", late) + ".", new ArrayList<>(late), from));
    }

    private void compare(Map<String, QueuedSlurmJob> expected, Set<String> late, Set<String> without)
            throws BatchException {
        for (QueuedSlurmJob now : SlurmReading.jobs(call)) {
            QueuedSlurmJob then = expected.get(now.id());
            if (then == null || !now.isWaiting() || now.tasks() < then.tasks()) {
                continue;
            }
            if (now.start().isEmpty()) {
                without.add(now.id());
            } else if (now.start().getAsLong() > then.start().orElse(0) + settings.toleranceSec()
                    && now.start().getAsLong() > clock.getAsLong() + settings.toleranceSec()) {
                late.add(now.id());
            }
        }
    }

    /** Waits until a pass of the backfill that began after now has ended, by the clock of Slurm. */
    private void awaitBackfill() throws BatchException {
        long begin = -1;
        for (int second = 0; second < settings.patienceSec(); second++) {
            Answer answer = call.run("sdiag");
            Matcher printed = PRINTED.matcher(answer.output());
            Matcher backfill = BACKFILL.matcher(answer.output());
            if (answer.status() == 0 && printed.find() && backfill.find()) {
                if (begin < 0) {
                    begin = Long.parseLong(printed.group(1));
                } else if (Long.parseLong(backfill.group(1)) > begin
                        && !answer.output().contains(IN_A_PASS)) {
                    return;
                }
            }
            call.pause(1);
        }
        if (begin >= 0) {
            throw BatchException.noAnswer("Slurm's backfill did not look at the queue within " + settings.patienceSec()
                    + " s, so it is not known whether a job would start later; nothing is booked.");
        }
    }

    /** Deletes reservations that were made, or may have been. */
    private void rollBack(List<String> made) throws BatchException {
        List<String> left = new ArrayList<>();
        for (String name : made) {
            try {
                release.release(name);
            } catch (BatchException e) {
                left.add(name);
            }
        }
        if (!left.isEmpty()) {
            throw BatchException.noAnswer("Slurm did not delete the reservations " + String.join(", ", left)
                    + " of a booking that failed; they may exist.");
        }
    }
}
