package io.banyan.bench.replanning;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.run.BlockSituation;
import io.banyan.workflow.run.GraphTaskFlow;
import io.banyan.workflow.run.RevisionRequest;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPhase;
import io.banyan.workflow.run.RunPlan;
import io.banyan.workflow.run.RunPlanner;
import io.banyan.workflow.run.RunRevision;
import io.banyan.workflow.run.RunSettings;
import io.banyan.workflow.run.RunSource;
import io.banyan.workflow.run.TaskRecord;
import io.banyan.workflow.run.WorkflowRun;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

/** A workflow in virtual time, on a machine with other users. Its invariants are checked after each event. */
final class VirtualRun {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int LEAD_SEC = 3;
    private static final int LATEST_SEC = 24 * 3_600;
    private static final String PREFIX = "flow_";

    private final ReplanningCase one;
    private final VirtualMachine machine;
    private final RunSettings settings;
    private final BiFunction<PlanProblem, RunSettings, PlanResult> solver;
    private final WorkflowRun run;
    private final Map<String, Long> plannedSeconds;
    private final List<RunEvent> events = new ArrayList<>();
    private final Map<String, VirtualJob> jobs = new HashMap<>();
    private final Set<String> succeeded = new HashSet<>();
    private final RevisionCounts counts = new RevisionCounts();
    private long firstSec = -1;
    private long promisedSec;
    private int arrived;

    VirtualRun(ReplanningCase one, RunSettings settings, BiFunction<PlanProblem, RunSettings, PlanResult> solver) {
        this.one = one;
        this.machine = one.machine();
        this.settings = settings;
        this.solver = solver;
        this.plannedSeconds = one.plannedSeconds();
        this.run = fresh();
    }

    private WorkflowRun fresh() {
        return new WorkflowRun(new RunSource.Loaded(one.workflow(), new GraphTaskFlow(one.workflow())), settings);
    }

    /**
     * Executes the run.
     *
     * @param begin the time of its submission in seconds after the first job of the others
     * @throws IllegalStateException if something does not hold
     */
    RunFigures execute(int begin) {
        long last = 0;
        for (int sec = 0; !run.phase().isOver(); sec++) {
            require(sec < LATEST_SEC, "the run ends within a day");
            machine.advance(sec);
            arrive(sec);
            if (sec >= begin) {
                lose(sec - begin);
                // A round of the engine: as long as something changes.
                while (isChanged()) {
                    last = sec;
                }
            }
        }
        require(run.phase() == RunPhase.SUCCEEDED, "the run succeeds, found " + run.problem());
        require(machine.reservations().isEmpty(), "no reservation is left, found " + machine.reservations());
        require(machine.delayed() == 0, "nobody outside moves to a later time");
        WorkflowRun again = fresh();
        events.forEach(again::apply);
        require(
                again.phase() == run.phase()
                        && List.copyOf(again.tasks()).equals(List.copyOf(run.tasks()))
                        && again.plan().equals(run.plan()),
                "the events give the same state");
        long queued =
                jobs.values().stream().filter(job -> job.reservation.isEmpty()).count();
        return new RunFigures(
                last - firstSec, promisedSec - firstSec, queued, counts, machine.released(), machine.takenAtOnce());
    }

    private void arrive(int sec) {
        while (arrived < one.arrivals().size() && one.arrivals().get(arrived).atSec() <= sec) {
            ReplanningCase.Arrival job = one.arrivals().get(arrived++);
            machine.submit(new VirtualJob(1, job.cores(), job.limitSec(), job.runSec(), 0, ""));
        }
    }

    private void lose(int sec) {
        if (sec == one.loss().fromSec()) {
            machine.lose(one.loss().node());
        } else if (sec == one.loss().toSec()) {
            machine.restore(one.loss().node());
        }
    }

    private void apply(RunEvent event) {
        events.add(event);
        run.apply(event);
        run.checkInvariants();
    }

    // ---- rounds -----------------------------------------------------------------------------------------------------

    private boolean isChanged() {
        int before = events.size();
        look();
        run.effects(machine.nowSec()).forEach(this::make);
        return events.size() > before;
    }

    private void look() {
        for (TaskRecord task : run.withJob()) {
            VirtualJob job = job(task);
            boolean isKnown =
                    job.isIn(State.WAITING) || (job.isIn(State.RUNNING) && task.state() == TaskRecord.State.RUNNING);
            if (!isKnown) {
                apply(new RunEvent.JobChanged(
                        task.task().id(),
                        task.attempt(),
                        job.state,
                        job.isIn(State.ENDED) ? job.exitCode : TaskRecord.NO_CODE,
                        "",
                        job.startSec,
                        job.endSec,
                        List.of()));
            }
        }
        for (String name : run.openReservations()) {
            if (run.phase() == RunPhase.RUNNING && !machine.reservations().contains(name) && isAhead(name)) {
                apply(new RunEvent.Released(name, machine.nowSec()));
            }
        }
    }

    private VirtualJob job(TaskRecord task) {
        return Objects.requireNonNull(jobs.get(task.job()));
    }

    private boolean isAhead(String name) {
        return run.plan().orElseThrow().reservations().stream()
                .anyMatch(it -> it.name().equals(name) && it.endSec() > machine.nowSec());
    }

    private void make(RunEffect effect) {
        int now = machine.nowSec();
        switch (effect) {
            case RunEffect.MakePlan it -> apply(planned());
            case RunEffect.Book book -> {
                boolean isBooked = machine.book(book.plan().reservations());
                if (isBooked) {
                    firstSec = book.plan().startSec();
                    promisedSec = book.plan().endSec();
                }
                apply(isBooked ? new RunEvent.Booked(now) : new RunEvent.NotBooked("no room", now, true));
            }
            case RunEffect.Start start -> apply(started(start));
            case RunEffect.Collect collect -> apply(collected(collect.task()));
            case RunEffect.CancelJob cancel -> machine.cancel(job(cancel.task()));
            case RunEffect.Release release -> {
                machine.release(release.reservation());
                apply(new RunEvent.Released(release.reservation(), now));
            }
            case RunEffect.Revise revise -> apply(revised(revise.request()));
            case RunEffect.BookRevision book -> {
                List<BatchReservation> fresh = book.fresh();
                boolean isBooked = machine.book(fresh);
                apply(isBooked ? new RunEvent.RevisionBooked(now) : new RunEvent.RevisionRefused("no room", now));
                if (isBooked) {
                    counts.booked(run.revision().orElseThrow(), settings.mostMovedPercent());
                } else {
                    counts.refused();
                }
            }
        }
    }

    private BatchLook machineFrom(long sec) {
        return new BatchLook(machine.look(sec, settings.slotSeconds()), List.of());
    }

    private RunEvent planned() {
        BatchLook look = machineFrom(machine.nowSec() + LEAD_SEC);
        return switch (RunPlanner.draft(one.workflow(), settings, Formulation.NODES, look.profile(), solver)) {
            case RunPlanner.Drafted.Found found ->
                new RunEvent.Planned(RunPlanner.plan(found, look, PREFIX + events.size() + "_"));
            case RunPlanner.Drafted.None none -> new RunEvent.NotPlanned(none.sentence());
        };
    }

    private RunEvent revised(RevisionRequest request) {
        BatchLook look = machineFrom(machine.nowSec() + LEAD_SEC);
        long begin = System.nanoTime();
        long beginCpu = THREADS.getCurrentThreadCpuTime();
        RunEvent answer = RunRevision.of(
                one.workflow(), settings, request, look, PREFIX + events.size() + "_", solver, machine.nowSec());
        counts.took((System.nanoTime() - begin) / 1e9, (THREADS.getCurrentThreadCpuTime() - beginCpu) / 1e9);
        if (answer instanceof RunEvent.Revised revised) {
            requireHeldBlocksStay(request, revised.plan());
        }
        return answer;
    }

    private static void requireHeldBlocksStay(RevisionRequest request, RunPlan plan) {
        for (int i = 0; i < plan.blocks().size(); i++) {
            BlockSituation before = request.blocks().get(i);
            require(
                    before.mayMove() || before.block().equals(plan.blocks().get(i)),
                    "a block that has begun, or begins within a slot, stays");
        }
    }

    private RunEvent started(RunEffect.Start start) {
        TaskRecord task = start.task();
        Needs needs = one.workflow().steps().stream()
                .filter(step -> step.id().equals(task.task().step()))
                .findFirst()
                .orElseThrow()
                .needs();
        long planned =
                Objects.requireNonNull(plannedSeconds.get(task.task().step().path()));
        ReplanningCase.Attempt attempt = one.attempt(task.task().id(), task.attempt(), planned);
        VirtualJob job = new VirtualJob(
                needs.nodes(),
                needs.cores(),
                (int) start.limitSec().orElse(planned),
                attempt.runSec(),
                attempt.exitCode(),
                start.reservation().orElse(""));
        if (!machine.submit(job)) {
            return new RunEvent.Released(start.reservation().orElseThrow(), machine.nowSec());
        }
        String number = String.valueOf(jobs.size());
        jobs.put(number, job);
        return new RunEvent.Submitted(
                task.task().id(), task.attempt(), number, start.reservation().orElse(""), machine.nowSec());
    }

    private RunEvent collected(TaskRecord task) {
        String id = task.task().id();
        if (task.exitCode() != 0) {
            return new RunEvent.TaskFailed(id, task.attempt(), "exit code 1", false, machine.nowSec());
        }
        require(succeeded.add(id), "no task runs again after it has succeeded");
        return new RunEvent.TaskSucceeded(id, task.attempt(), JsonNodeFactory.instance.objectNode(), machine.nowSec());
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("it does not hold that " + what);
        }
    }
}
