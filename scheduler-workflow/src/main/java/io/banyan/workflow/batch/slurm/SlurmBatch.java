package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * A Slurm as a batch scheduler, by its commands {@code scontrol}, {@code squeue}, {@code sdiag}, {@code sbatch},
 * {@code scancel} and, if there is an accounting, {@code sacct}. Tried with Slurm 22.05.8.
 *
 * <p>An administrator of the Slurm must know:
 *
 * <ul>
 *   <li>Slurm lets only operators and administrators make reservations. The command {@code sacctmgr modify user NAME
 *       set AdminLevel=Operator} grants this. Without it, {@link #look} works and {@link #book} is refused.
 *   <li>{@code SchedulerType} must be {@code sched/backfill}: only the backfill expects starts of jobs that wait. Jobs
 *       without an expected start are placed behind all others; {@code bf_max_job_test} limits how many have one. If
 *       jobs wait, {@link #book} waits for a pass of the backfill, so it takes about {@code bf_interval}.
 *   <li>Parts of nodes are reserved by {@code CoreCnt}, which needs {@code SelectType=select/cons_tres} (or {@code
 *       cons_res}). Slurm chooses the cores itself, and such a reservation begins a second late. Slurm reserves neither
 *       memory nor accelerators: version 22.05 knows no {@code TRES=gres/gpu} of reservations. So a share with
 *       accelerators is booked as a whole node.
 *   <li>If Slurm counts memory ({@code CR_Core_Memory}), a job that states none gets {@code DefMemPerCPU}. Without that
 *       setting it gets all memory of its nodes, so that two jobs cannot share a node.
 *   <li>{@code PrivateData=jobs} hides jobs, and a plan around hidden jobs fails at the booking.
 *   <li>A job in a reservation has a limit in whole minutes, rounded up. Slurm starts no job whose limit reaches into
 *       the next reservation on its nodes, so it may cut the limit ({@code --time-min=1}). The script of the job asks
 *       for the cut part back, which Slurm grants to operators. Slurm ends a job with its reservation ({@code
 *       ResvOverRun=0}), up to half a minute late.
 *   <li>A controller that is killed may forget the reservations of the last seconds, also those that it confirmed, and
 *       bring back deleted ones. {@link #reservations} tells which exist.
 *   <li>Reservations have no flag {@code PURGE_COMP} while they are used: it deletes a reservation that is idle for
 *       minutes, as between two blocks. {@link #release} sets it on a reservation in which a job still runs.
 * </ul>
 *
 * <p>A reservation overlaps no running job, no other reservation, and no job that waits where and when Slurm expects to
 * start it. After the booking, the expected starts are read again. If one is later by more than the tolerance or is
 * missing, or if a job is expected on the reserved resources, the reservations are deleted. The second condition is
 * needed because the backfill of 22.05 sees only reservations that are nearer than the time limit of the job that it
 * places, if the job waits for running jobs alone. Starts also move because of new jobs, so a conflict can be a false
 * alarm; a new look and a new plan are the remedy.
 *
 * <p>One thread at a time.
 */
public final class SlurmBatch implements Batch {
    private final SlurmCall call;
    private final SlurmBatchSettings settings;
    private final LongSupplier clock;

    /**
     * Makes a port.
     *
     * @param commands the execution of commands
     * @param settings the user and the partition
     * @param clock the seconds since 1970
     */
    public SlurmBatch(SlurmCommandRunner commands, SlurmBatchSettings settings, LongSupplier clock) {
        this.call = new SlurmCall(commands, settings);
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) throws BatchException {
        SlurmReading state = SlurmReading.read(call, settings, clock.getAsLong());
        SlurmCalendar calendar = SlurmCalendar.of(state);
        List<String> notes = new ArrayList<>(SlurmForecast.add(calendar, state.isMemoryCounted()));
        if (!calendar.endless().isEmpty()) {
            notes.add("These nodes are left out, because jobs without a time limit have them: "
                    + String.join(", ", calendar.endless()) + ".");
        }
        if (state.hidesJobs()) {
            notes.add("Slurm may hide the jobs of other users (PrivateData), and the plan does not know hidden jobs.");
        }
        SlotProfile profile = calendar.profile(startSec, slotSeconds, types);
        Set<String> missing = new TreeSet<>(types);
        missing.removeAll(profile.counts().keySet());
        if (profile.nodes().isEmpty() || !missing.isEmpty()) {
            throw BatchException.refused("No usable node in the Slurm partition " + state.partition() + " has "
                    + (missing.isEmpty() ? "resources" : "resources of type " + String.join(" or ", missing)) + ".");
        }
        return new BatchLook(profile, notes);
    }

    @Override
    public BatchBooking book(List<BatchReservation> reservations) throws BatchException {
        for (BatchReservation one : reservations) {
            requireName(one.name());
        }
        return new SlurmBooking(call, settings, clock).book(reservations);
    }

    @Override
    public void release(String reservation) throws BatchException {
        requireName(reservation);
        new SlurmRelease(call).release(reservation);
    }

    /** Slurm takes a comma for the end of a name. */
    private static void requireName(String name) throws BatchException {
        if (!name.matches(SlurmText.NAME)) {
            throw BatchException.refused(
                    "The name of a Slurm reservation has letters, digits and '.', '_', '@', '-', not '" + name + "'.");
        }
    }

    @Override
    public Set<String> reservations(String prefix) throws BatchException {
        return SlurmReading.reservations(call).stream()
                .map(SlurmReservation::name)
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        return new SlurmSubmission(call, settings).submit(job, clock.getAsLong());
    }

    @Override
    public Optional<String> find(String jobName) throws BatchException {
        return new SlurmReports(call).find(jobName);
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> jobs) throws BatchException {
        return jobs.isEmpty() ? Map.of() : new SlurmReports(call).of(jobs);
    }

    @Override
    public void cancel(String job) throws BatchException {
        new SlurmReports(call).cancel(job);
    }
}
