package io.banyan.instance;

import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.Grows;
import io.banyan.instance.hierarchy.InstanceStop;
import io.banyan.instance.hierarchy.ParentRegistration;
import io.banyan.instance.jobs.Matches;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.release.Revocation;
import io.banyan.instance.release.Shrinks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.Authorization;
import io.banyan.instance.turn.Transition;

/**
 * Passes requests of clients about the instance as one level of the tree (grows, shrinks, the levels above and below
 * it, its end) to the class that handles them, if the instance is ready. O(1) without the handling.
 */
final class LevelRequests {
    private final Readiness readiness;
    private final Authorization access;
    private final InstanceReports reports;
    private final InstanceRoute ways;
    private final ParentRegistration parentLink;
    private final InstanceStop stops;
    private final Children children;
    private final Matches matches;
    private final Grows grows;
    private final Shrinks shrinks;
    private final Revocation revoking;

    LevelRequests(
            InstanceState state,
            Readiness readiness,
            Authorization access,
            InstanceReports reports,
            ParentRegistration parentLink,
            InstanceStop stops,
            Children children,
            Matches matches,
            Grows grows,
            Shrinks shrinks,
            Revocation revoking) {
        this.readiness = readiness;
        this.access = access;
        this.reports = reports;
        this.ways = new InstanceRoute(state);
        this.parentLink = parentLink;
        this.stops = stops;
        this.children = children;
        this.matches = matches;
        this.grows = grows;
        this.shrinks = shrinks;
        this.revoking = revoking;
    }

    void asked(Transition turn, String call, Request.OfLevel request) {
        switch (request) {
            case Request.Stop it -> {
                turn.reply(call, new Answer.Stopping());
                stops.begin(turn, InstanceStop.ASKED);
            }
            case Request.Suspend it -> stops.suspend(turn, call);
            case Request.Tree it -> {
                InstanceSummary tree = access.visible(turn.asker(), reports.summary());
                turn.reply(call, new Answer.Tree(tree, parentLink.lostSinceSec()));
            }
            case Request.Reach reach ->
                readiness.withResources(turn, call, () -> ways.reach(turn, call, reach.instance()));
            case Request.Stat stat ->
                turn.reply(call, new Answer.Stat(reports.statistics(turn.nowSec(), stat.counted())));
            case Request.Abandon abandon -> children.abandon(turn, call, abandon.job());
            case Request.Shrink shrink ->
                readiness.withResources(turn, call, () -> shrinks.clientAsked(turn, call, shrink));
            case Request.Reclaim reclaim ->
                readiness.withWill(turn, call, () -> revoking.clientAsked(turn, call, reclaim));
            case Request.Grow grow -> readiness.withWill(turn, call, () -> grows.clientAsked(turn, call, grow));
            case Request.Spawn spawn -> readiness.withWill(turn, call, () -> matches.spawn(turn, call, spawn));
        }
    }
}
