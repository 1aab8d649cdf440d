package io.banyan.instance.jobs;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobAnswer.JobPlace;
import io.banyan.instance.message.client.JobAnswer.Place;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.QueueBook;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Priority;
import io.banyan.queue.QueueView;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reports the places of jobs in the queues, and the parts of their priorities; changes nothing. */
public final class QueuePlaces {
    private final InstanceState state;
    private final Authorization authorization;
    private final WaitExplainer waits;

    public QueuePlaces(InstanceState state, Authorization authorization, WaitExplainer waits) {
        this.state = state;
        this.authorization = authorization;
        this.waits = waits;
    }

    /** Costs what {@link QueueView#visit} costs up to the last reported job. */
    public void tell(Transition transition, String call, JobRead.Priorities request) {
        if (request.job().isEmpty()) {
            transition.reply(call, all(transition.asker(), request.most()));
        } else if (waits.waits(transition, call, request.job().get())) {
            transition.reply(call, one(transition, request.job().get()));
        }
    }

    private JobAnswer one(Transition transition, JobId id) {
        JobRecord job = state.jobs().find(id).orElseThrow();
        if (!queue().contains(id)) {
            Optional<Waiting> why = waits.told(transition, List.of(job), JobRead.Reasons.SAID).stream()
                    .findFirst();
            return new JobAnswer.Priorities(List.of(), why, false, ranked());
        }
        var line = new Line();
        queue().visit(next -> {
            line.pass(next);
            return !next.id().equals(id);
        });
        WaitingJob waiting = queue().find(id).orElseThrow();
        return new JobAnswer.Priorities(List.of(line.place(job, waiting)), Optional.empty(), false, ranked());
    }

    /** The first of those that this one may see. */
    private JobAnswer all(Principal asker, int most) {
        List<JobPlace> places = new ArrayList<>();
        var line = new Line();
        queue().visit(next -> {
            line.pass(next);
            JobRecord job = state.jobs().find(next.id()).orElseThrow();
            if (authorization.maySee(asker, job)) {
                places.add(line.place(job, next));
            }
            return places.size() <= most;
        });
        boolean areMore = places.size() > most;
        return new JobAnswer.Priorities(
                areMore ? places.subList(0, most) : places, Optional.empty(), areMore, ranked());
    }

    private QueueView queue() {
        return state.submitted().queue();
    }

    private QueueBook book() {
        return state.submitted().book();
    }

    private OptionalLong ranked() {
        return book().queues().priority().isMoving() ? book().rankedMillis() : OptionalLong.empty();
    }

    /** How many have been passed, in all queues and in each. */
    private final class Line {
        private final Map<String, Long> byQueue = new HashMap<>();
        private final long waiting = queue().size();
        private long passed;

        void pass(WaitingJob job) {
            passed++;
            byQueue.merge(job.claim().queue(), 1L, Long::sum);
        }

        /** The place of the job that was passed last. */
        JobPlace place(JobRecord job, WaitingJob last) {
            String name = last.claim().queue();
            Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
            Submission submission = job.submission().orElseThrow();
            Priority.Candidate candidate = book().candidate(jobspec, job.owner(), submission);
            return new JobPlace(
                    job,
                    name,
                    new Place(byQueue.getOrDefault(name, 0L), queue().size(name)),
                    new Place(passed, waiting),
                    candidate.queuePriority(),
                    book().queues()
                            .priority()
                            .parts(candidate, book().rankedMillis().orElse(submission.atMillis())));
        }
    }
}
