package io.banyan.rpc.agent;

import io.banyan.instance.message.value.Principal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The waiting mails: events and clients' requests take turns. The {@linkplain FairQueue clients} take turns too, as do
 * the sources of the events, each child separately. O(1) each, for one thread at a time.
 */
final class MailQueue {
    private final FairQueue<Mail> told = new FairQueue<>(Integer.MAX_VALUE);
    private final FairQueue<Mail.Asked> asked;
    private boolean isClientsTurn;

    /** An empty one for this many requests of clients. */
    MailQueue(int capacity) {
        this.asked = new FairQueue<>(capacity);
    }

    /** From now on so many requests of clients find room; those that wait already stay. */
    void limitTo(int newCapacity) {
        asked.limitTo(newCapacity);
    }

    int capacity() {
        return asked.capacity();
    }

    /** Whether a request of this client finds room. */
    boolean hasRoomFor(Principal client) {
        return asked.hasRoomFor(client.name());
    }

    /** How many requests of this client wait. */
    int waitingOf(Principal client) {
        return asked.waitingOf(client.name());
    }

    void add(Mail mail) {
        switch (mail) {
            case Mail.Told event -> told.add(event.lane(), event);
            case Mail.Left gone -> told.add(Mail.OWN, gone);
            case Mail.Asked request -> asked.add(request.client().name(), request);
        }
    }

    /** The next one; null where nothing waits. */
    @Nullable Mail poll() {
        boolean isClients = told.size() == 0 || (isClientsTurn && asked.size() > 0);
        isClientsTurn = !isClients;
        return isClients ? asked.poll() : told.poll();
    }

    int size() {
        return told.size() + asked.size();
    }

    boolean isEmpty() {
        return size() == 0;
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
