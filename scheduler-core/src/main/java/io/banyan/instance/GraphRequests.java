package io.banyan.instance;

import io.banyan.instance.jobs.LostResources;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.Authorization;
import io.banyan.instance.turn.Transition;

/**
 * Passes requests of clients about the vertices of the graph to the class that handles them, if the instance is ready.
 * O(1) without the handling.
 */
final class GraphRequests {
    private final Readiness readiness;
    private final Lookups lookups;
    private final NodeList nodeList;
    private final Edits edits;

    GraphRequests(InstanceState state, Readiness readiness, Authorization access, LostResources losses) {
        this.readiness = readiness;
        this.lookups = new Lookups(state);
        this.nodeList = new NodeList(state, access);
        this.edits = new Edits(state, lookups, losses);
    }

    void asked(Transition turn, String call, Request.OfGraph request) {
        switch (request) {
            case Request.Find find -> withResources(turn, call, () -> lookups.find(turn, call, find));
            case Request.GetStatus get -> withResources(turn, call, () -> lookups.status(turn, call, get));
            case Request.Nodes nodes -> withResources(turn, call, () -> nodeList.tell(turn, call, nodes));
            case Request.GetProperties get -> withResources(turn, call, () -> lookups.properties(turn, call, get));
            case Request.SetStatus set -> withResources(turn, call, () -> edits.setStatus(turn, call, set));
            case Request.SetProperty set -> withResources(turn, call, () -> edits.setProperty(turn, call, set));
            case Request.Remove remove -> withResources(turn, call, () -> edits.remove(turn, call, remove));
            case Request.Attach attach -> readiness.withWill(turn, call, () -> edits.attach(turn, call, attach));
        }
    }

    private void withResources(Transition turn, String call, Runnable action) {
        readiness.withResources(turn, call, action);
    }
}
