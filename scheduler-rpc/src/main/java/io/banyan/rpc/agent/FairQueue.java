package io.banyan.rpc.agent;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A queue of client requests in which clients take turns, so that a client with many requests delays only itself.
 * Requests of one client keep their order. The share of a client leaves room for others: one client alone fills half of
 * the queue, two a third each, and a newcomer always finds room. O(1) for each operation, for one thread at a time.
 *
 * @param <T> the requests
 */
public final class FairQueue<T> {
    private final Map<String, Lane<T>> lanes = new HashMap<>();
    /** The lanes that hold something, the one whose turn is next first. */
    private final ArrayDeque<Lane<T>> turns = new ArrayDeque<>();

    private int capacity;
    private int size;

    private record Lane<T>(String client, ArrayDeque<T> waiting) {}

    /** An empty one with room for so many. */
    public FairQueue(int capacity) {
        this.capacity = capacity;
    }

    /** From now on so many find room; those that wait already stay. */
    public void limitTo(int newCapacity) {
        capacity = newCapacity;
    }

    /** For how many there is room. */
    public int capacity() {
        return capacity;
    }

    /** Whether one more of this client's finds room. */
    public boolean hasRoomFor(String client) {
        return size < capacity && waitingOf(client) <= capacity - size;
    }

    /** How many of this client's wait. */
    public int waitingOf(String client) {
        Lane<T> lane = lanes.get(client);
        return lane == null ? 0 : lane.waiting.size();
    }

    /** Adds one of this client's, whether there is room or not. */
    public void add(String client, T asked) {
        Lane<T> lane = lanes.computeIfAbsent(client, name -> new Lane<>(name, new ArrayDeque<>()));
        if (lane.waiting.isEmpty()) {
            turns.addLast(lane);
        }
        lane.waiting.addLast(asked);
        size++;
    }

    /** The next one; null where nothing waits. */
    public @Nullable T poll() {
        Lane<T> lane = turns.pollFirst();
        if (lane == null) {
            return null;
        }
        T next = lane.waiting.removeFirst();
        size--;
        if (lane.waiting.isEmpty()) {
            lanes.remove(lane.client);
        } else {
            turns.addLast(lane);
        }
        return next;
    }

    /** How many wait. */
    public int size() {
        return size;
    }
}
