package io.banyan.instance;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.Optional;

/**
 * The route down to an instance, one step at a time. A call for an instance further down goes to the child that is this
 * instance or an ancestor of it. A user has the role admin in the instances that run in that user's jobs, and no access
 * to others.
 */
final class InstanceRoute {
    private final InstanceState state;

    InstanceRoute(InstanceState state) {
        this.state = state;
    }

    /** A client wants to ask an instance. */
    void reach(Transition transition, String call, InstancePath wanted) {
        InstancePath here = InstancePath.parse(state.path());
        if (wanted.equals(here)) {
            transition.reply(call, new Answer.Way(here, Optional.empty(), transition.asker()));
            return;
        }
        Optional<JobId> next = wanted.nextBelow(here);
        if (next.isEmpty()) {
            transition.fail(
                    call,
                    ErrorCode.NOT_FOUND,
                    "instance " + wanted + " is not below the instance that received the request, which is " + here);
            return;
        }
        Optional<JobRecord> job = state.jobs().find(next.get());
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no instance " + path(next.get()));
        } else if (transition.asker().role() == Role.USER && !transition.asker().isMasterOf(job.get())) {
            transition.fail(
                    call, ErrorCode.FORBIDDEN, "instance " + path(next.get()) + " runs in a job of another user");
        } else {
            reach(transition, call, here, job.get());
        }
    }

    private void reach(Transition transition, String call, InstancePath here, JobRecord job) {
        Optional<ChildRecord> child = job.child();
        if (child.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "no instance runs in job " + job.id() + " of " + state.path());
            return;
        }
        String path = child.get().path();
        switch (child.get().state()) {
            case LIVE -> transition.reply(call, new Answer.Way(here, Optional.of(job.id()), as(transition.asker())));
            case STARTING -> transition.fail(call, ErrorCode.UNAVAILABLE, "instance " + path + " has not started yet");
            case LOST ->
                transition.fail(
                        call,
                        ErrorCode.UNAVAILABLE,
                        "instance " + path + " is lost: " + child.get().detail());
            case GONE ->
                transition.fail(
                        call,
                        ErrorCode.NOT_FOUND,
                        "instance " + path + " has ended: " + child.get().detail());
        }
    }

    /**
     * Returns the principal of a client inside an instance. The owner of the instance has at least the rights of the
     * holder of its token.
     */
    private static Principal as(Principal asker) {
        return asker.role() == Role.USER ? new Principal(asker.name(), Role.ADMIN) : asker;
    }

    private String path(JobId job) {
        return state.childPath(job);
    }
}
