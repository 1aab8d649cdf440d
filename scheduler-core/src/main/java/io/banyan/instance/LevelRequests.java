package io.banyan.instance;

import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.Grows;
import io.banyan.instance.hierarchy.InstanceStop;
import io.banyan.instance.hierarchy.ParentRegistration;
import io.banyan.instance.jobs.Spawns;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.release.Revocation;
import io.banyan.instance.release.Shrinks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.Transition;

/**
 * Passes requests of clients about the instance as one level of the tree (grows, shrinks, the levels above and below
 * it, its end) to the class that handles them, if the instance is ready. O(1) without the handling.
 */
final class LevelRequests {
    private final Readiness readiness;
    private final Authorization authorization;
    private final InstanceReports reports;
    private final InstanceRoute route;
    private final ParentRegistration parent;
    private final InstanceStop stop;
    private final Children children;
    private final Spawns spawns;
    private final Grows grows;
    private final Shrinks shrinks;
    private final Revocation revocation;

    LevelRequests(
            InstanceState state,
            Readiness readiness,
            Authorization authorization,
            InstanceReports reports,
            ParentRegistration parent,
            InstanceStop stop,
            Children children,
            Spawns spawns,
            Grows grows,
            Shrinks shrinks,
            Revocation revocation) {
        this.readiness = readiness;
        this.authorization = authorization;
        this.reports = reports;
        this.route = new InstanceRoute(state);
        this.parent = parent;
        this.stop = stop;
        this.children = children;
        this.spawns = spawns;
        this.grows = grows;
        this.shrinks = shrinks;
        this.revocation = revocation;
    }

    void asked(Transition transition, String call, Request.OfLevel request) {
        switch (request) {
            case Request.Stop it -> {
                transition.reply(call, new Answer.Stopping());
                stop.begin(transition, InstanceStop.ASKED);
            }
            case Request.Suspend it -> stop.suspend(transition, call);
            case Request.Tree it -> {
                InstanceSummary tree = authorization.visible(transition.asker(), reports.summary());
                transition.reply(call, new Answer.Tree(tree, parent.lostSinceSec()));
            }
            case Request.Reach reach ->
                readiness.withResources(transition, call, () -> route.reach(transition, call, reach.instance()));
            case Request.Stat stat ->
                transition.reply(call, new Answer.Stat(reports.statistics(transition.nowSec(), stat.counted())));
            case Request.Abandon abandon -> children.abandon(transition, call, abandon.job());
            case Request.Shrink shrink ->
                readiness.withResources(transition, call, () -> shrinks.clientAsked(transition, call, shrink));
            case Request.Reclaim reclaim ->
                readiness.withWill(transition, call, () -> revocation.clientAsked(transition, call, reclaim));
            case Request.Grow grow ->
                readiness.withWill(transition, call, () -> grows.clientAsked(transition, call, grow));
            case Request.Spawn spawn ->
                readiness.withWill(transition, call, () -> spawns.spawn(transition, call, spawn));
        }
    }
}
