package io.banyan.instance;

import io.banyan.instance.jobs.LostResources;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.Transition;

/**
 * Passes requests of clients about the vertices of the graph to the class that handles them, if the instance is ready.
 * O(1) without the handling.
 */
final class GraphRequests {
    private final Readiness readiness;
    private final Lookups lookups;
    private final NodeList nodeList;
    private final Edits edits;

    GraphRequests(InstanceState state, Readiness readiness, Authorization authorization, LostResources lostResources) {
        this.readiness = readiness;
        this.lookups = new Lookups(state);
        this.nodeList = new NodeList(state, authorization);
        this.edits = new Edits(state, lookups, lostResources);
    }

    void asked(Transition transition, String call, Request.OfGraph request) {
        switch (request) {
            case Request.Find find -> withResources(transition, call, () -> lookups.find(transition, call, find));
            case Request.GetStatus get -> withResources(transition, call, () -> lookups.status(transition, call, get));
            case Request.Nodes nodes -> withResources(transition, call, () -> nodeList.tell(transition, call, nodes));
            case Request.GetProperties get ->
                withResources(transition, call, () -> lookups.properties(transition, call, get));
            case Request.SetStatus set -> withResources(transition, call, () -> edits.setStatus(transition, call, set));
            case Request.SetProperty set ->
                withResources(transition, call, () -> edits.setProperty(transition, call, set));
            case Request.Remove remove -> withResources(transition, call, () -> edits.remove(transition, call, remove));
            case Request.Attach attach ->
                readiness.withWill(transition, call, () -> edits.attach(transition, call, attach));
        }
    }

    private void withResources(Transition transition, String call, Runnable action) {
        readiness.withResources(transition, call, action);
    }
}
