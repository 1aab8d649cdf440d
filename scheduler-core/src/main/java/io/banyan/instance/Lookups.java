package io.banyan.instance;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.jobs.WaitExplainer;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.MissingVertices;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.resource.JobId;
import io.banyan.schedule.Criteria;
import io.banyan.schedule.FilterContents;
import io.banyan.schedule.Finder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * The questions that a client asks about the instance's own graph and jobs without changing them: info, find, explain,
 * properties, status.
 */
final class Lookups {
    private final InstanceState state;

    Lookups(InstanceState state) {
        this.state = state;
    }

    void look(Transition transition, String call, JobRead.JobLook request) {
        find(transition, call, request.job()).ifPresent(job -> {
            JobRecord told = state.accounts().told(seen(job, transition.nowSec()), transition.nowSec());
            transition.reply(
                    call,
                    new JobAnswer.JobInfo(
                            told, "", List.of(), OptionalLong.empty(), Optional.empty(), Optional.empty()));
        });
    }

    /** A job of the table; where there is none, that is answered. */
    private Optional<JobRecord> find(Transition transition, String call, JobId id) {
        Optional<JobRecord> job = state.jobs().find(id);
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no job " + id + " here");
        }
        return job;
    }

    void info(Transition transition, String call, JobRead.JobInfo request, WaitExplainer waits) {
        Optional<JobRecord> job = find(transition, call, request.job());
        if (job.isEmpty()) {
            return;
        }
        try {
            List<Waiting> waiting = waits.told(transition, List.of(job.get()), request.reasons());
            transition.reply(call, info(transition, request, seen(job.get(), transition.nowSec()), waiting));
        } catch (IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, "the resources cannot be written: " + ValueChecks.sentenceOf(e));
        }
    }

    /** O(1), and for reservations as {@link DelayedStarts#expected}. */
    private JobRecord seen(JobRecord job, long nowSec) {
        return job.state() == JobState.RESERVED
                ? DelayedStarts.seen(job, new DelayedStarts(state).expected(nowSec))
                : job;
    }

    private Answer info(Transition transition, JobRead.JobInfo request, JobRecord record, List<Waiting> waiting) {
        String text = record.state().isActive()
                ? ResourceWriter.writeHeld(
                        request.format(),
                        state.resources().graph(),
                        state.schedule().holdings().selection(record.id()),
                        record.window().startSec(),
                        record.window().endSec(),
                        record.queue())
                : "";
        List<String> grows = record.isInstance()
                ? state.childGrants().outstanding(record.id()).stream()
                        .map(Grant::requestId)
                        .toList()
                : state.origins().grownFor(record.id()).stream()
                        .map(GrantOrigin::id)
                        .toList();
        OptionalLong deadlineSec = state.submitted()
                .jobspecOf(record.id())
                .map(jobspec -> Conditions.of(jobspec).deadlineSec())
                .orElse(OptionalLong.empty());
        return new JobAnswer.JobInfo(
                state.accounts().told(record, transition.nowSec()),
                text,
                grows,
                deadlineSec,
                waiting.stream().findFirst(),
                request.isDetailed() ? Optional.of(detail(transition.asker(), record)) : Optional.empty());
    }

    private JobAnswer.JobDetail detail(Principal asker, JobRecord job) {
        Optional<Jobspec> jobspec = state.histories().jobspecOf(job.id());
        boolean isWithheld = jobspec.isPresent() && !Authorization.mayReadJobspec(asker, job);
        return new JobAnswer.JobDetail(
                isWithheld ? Optional.empty() : jobspec,
                isWithheld,
                state.histories().eventsOf(job));
    }

    /** Does not count as a match, because no job gets resources. */
    void explain(Transition transition, String call, JobRead.Explain request) {
        try {
            transition.reply(
                    call, new JobAnswer.Explained(state.resources().explain(request.jobspec(), transition.nowSec())));
        } catch (JobspecException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
        }
    }

    /** Finds vertices, which are no job's, so that R states no time for them. */
    void find(Transition transition, String call, Request.Find request) {
        try {
            transition.reply(call, find(transition, request));
        } catch (IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
        }
    }

    private Answer find(Transition transition, Request.Find request) {
        Criteria criteria = Criteria.parse(request.criteria());
        Finder.Found found = Finder.find(
                state.schedule(), criteria, state.resources().leftTags().all());
        Selection selection = found.selection();
        if (selection.isEmpty()) {
            return new Answer.Found("", found.count());
        }
        var filters = new FilterContents(state.schedule(), criteria.namedJob(), transition.nowSec());
        IntFunction<Map<String, String>> shown = criteria.showsCounts() ? filters::of : vertex -> Map.of();
        ResourceGraph graph = state.resources().graph();
        String text = ResourceWriter.write(request.format(), graph, selection, 0, 0, Optional.empty(), shown);
        return new Answer.Found(text, found.count());
    }

    void properties(Transition transition, String call, Request.GetProperties request) {
        try {
            transition.reply(call, properties(request.path()));
        } catch (MissingVertices e) {
            e.tell(transition, call);
        }
    }

    /** Returns the answer about a vertex's properties. */
    Answer properties(String path) throws MissingVertices {
        int v = MissingVertices.requireAnywhere(state, path);
        List<JobId> instances = state.users(v).stream()
                .filter(job ->
                        state.jobs().active(job).filter(JobRecord::isInstance).isPresent())
                .toList();
        ResourceGraph graph = state.resources().graph();
        return new Answer.Properties(path, graph.uniqId(v), graph.properties(v), instances);
    }

    /** The status of a vertex, and the levels that set it. */
    VertexStatus statusOf(String path, int v) {
        return new VertexStatus(
                path,
                state.schedule().statuses().of(v),
                state.schedule().statuses().isUp(v),
                state.statuses().saidBy(path),
                state.statuses().note(path));
    }

    void status(Transition transition, String call, Request.GetStatus request) {
        try {
            List<VertexStatus> statuses = new ArrayList<>();
            for (int v : MissingVertices.resolveAnywhere(state, request.target())) {
                String path = state.resources().graph().anyPath(v);
                statuses.add(statusOf(path, v));
            }
            transition.reply(call, new Answer.Statuses(statuses));
        } catch (MissingVertices e) {
            e.tell(transition, call);
        }
    }
}
