package io.banyan.rpc.agent;

import io.banyan.instance.Principal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mails that wait, in an order that is fair: events and clients' requests take turns, and so do the clients, so that one that asks much waits for itself and
 * not the others for it. What comes from one side stays in its order. A client has no more waiting than there is room left for others: one alone
 * fills half of the room, two a third each, and a newcomer always finds some. O(1) each, for one thread at a time.
 */
final class MailQueue {
    private int capacity;
    private final ArrayDeque<Mail.Told> told = new ArrayDeque<>();
    private final Map<String, ArrayDeque<Mail.Asked>> lanes = new HashMap<>();
    /** The lanes that hold something, the one whose turn is next first. */
    private final ArrayDeque<ArrayDeque<Mail.Asked>> turns = new ArrayDeque<>();

    private int asked;
    private boolean isClientsTurn;

    /** An empty one for this many requests of clients. */
    MailQueue(int capacity) {
        this.capacity = capacity;
    }

    /** From now on so many requests of clients find room; those that wait already stay. */
    void limitTo(int newCapacity) {
        capacity = newCapacity;
    }

    int capacity() {
        return capacity;
    }

    /** Whether a request of this client finds room. */
    boolean hasRoomFor(Principal client) {
        return asked < capacity && waitingOf(client) <= capacity - asked;
    }

    /** How many requests of this client wait. */
    int waitingOf(Principal client) {
        ArrayDeque<Mail.Asked> lane = lanes.get(client.name());
        return lane == null ? 0 : lane.size();
    }

    void add(Mail mail) {
        switch (mail) {
            case Mail.Told event -> told.addLast(event);
            case Mail.Asked request -> add(request);
        }
    }

    private void add(Mail.Asked request) {
        ArrayDeque<Mail.Asked> lane = lanes.computeIfAbsent(request.client().name(), name -> new ArrayDeque<>());
        if (lane.isEmpty()) {
            turns.addLast(lane);
        }
        lane.addLast(request);
        asked++;
    }

    /** The next one; null where nothing waits. */
    @Nullable Mail poll() {
        boolean isClients = told.isEmpty() || (isClientsTurn && asked > 0);
        isClientsTurn = !isClients;
        return isClients ? pollAsked() : told.pollFirst();
    }

    private @Nullable Mail pollAsked() {
        ArrayDeque<Mail.Asked> lane = turns.pollFirst();
        if (lane == null) {
            return null;
        }
        Mail.Asked request = lane.removeFirst();
        asked--;
        if (lane.isEmpty()) {
            lanes.remove(request.client().name());
        } else {
            turns.addLast(lane);
        }
        return request;
    }

    int size() {
        return told.size() + asked;
    }

    boolean isEmpty() {
        return told.isEmpty() && asked == 0;
    }

    /** Takes all that is left. */
    List<Mail> clear() {
        List<Mail> left = new ArrayList<>();
        Mail mail = poll();
        while (mail != null) {
            left.add(mail);
            mail = poll();
        }
        return left;
    }
}
