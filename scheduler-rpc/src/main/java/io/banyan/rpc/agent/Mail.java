package io.banyan.rpc.agent;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Principal;
import io.banyan.resource.JobId;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.trace.RequestId;
import java.util.List;

/** An item in a mailbox. */
sealed interface Mail {
    /**
     * Whether the thread that brings it decides on it, if no other thread is deciding at that time: mails that pass
     * through the levels, because the delays of all levels add up, and mails whose decision takes less time than waking
     * a thread.
     */
    boolean isDecidedHere();

    /** The lane of the parent's messages. */
    String PARENT = "parent";

    /** The lane of events from the daemon's own providers and processes, and of disconnected clients. */
    String OWN = "own";

    /** The id of the request; empty for other items. */
    String requestId();

    /**
     * A client's request.
     *
     * @param deadlineNanos on the clock of {@link System#nanoTime}
     */
    record Asked(Principal client, Request request, long deadlineNanos, ReplyTo asker) implements Mail {
        @Override
        public boolean isDecidedHere() {
            return request instanceof Request.Grow || request instanceof Request.Shrink;
        }

        @Override
        public String requestId() {
            return asker.requestId();
        }
    }

    /** The departure of an asker. */
    record Left(ReplyTo asker) implements Mail {
        @Override
        public boolean isDecidedHere() {
            return false;
        }

        @Override
        public String requestId() {
            return asker.requestId();
        }
    }

    /**
     * Anything else.
     *
     * @param decided is called when it was decided on
     */
    record Told(Event event, List<LevelTiming> timings, Runnable decided) implements Mail {
        /** The lane of the item. Items that concern one child, or the parent, stay in order in their lane. */
        String lane() {
            return switch (event) {
                case Event.ChildSaid said -> child(said.child());
                case Event.ChildUnlinked gone -> child(gone.child());
                case Event.ChildExited exited -> child(exited.child());
                case Event.ParentLinked it -> PARENT;
                case Event.ParentUnlinked it -> PARENT;
                case Event.ParentSaid it -> PARENT;
                case Event other -> OWN;
            };
        }

        private static String child(JobId job) {
            return "child " + job.value();
        }

        @Override
        public boolean isDecidedHere() {
            return switch (event) {
                case Event.ChildSaid said -> !(said.message() instanceof UpMessage.Register);
                case Event.ParentSaid said -> !(said.message() instanceof DownMessage.Registered);
                case Event other -> false;
            };
        }

        @Override
        public String requestId() {
            return RequestId.NONE;
        }
    }
}
