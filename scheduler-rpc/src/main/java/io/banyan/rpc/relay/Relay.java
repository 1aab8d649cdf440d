package io.banyan.rpc.relay;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.AnswerWriter;
import io.banyan.rpc.wire.session.RelayedCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next step of calls to instances of a tree: this instance, or the child that is the target or an ancestor of it.
 * The instance decides the step, whether the asker may go there, and the asker's principal there; that takes one turn
 * in its queue at each level. Any thread may call.
 */
public final class Relay implements CallForwarder {
    private final Inbox inbox;
    private final CallForwarder here;
    private final Downward below;

    /**
     * The relay of one instance.
     *
     * @param inbox of the instance
     * @param here serves calls for this instance
     * @param below passes on the others
     */
    public Relay(Inbox inbox, CallForwarder here, Downward below) {
        this.inbox = inbox;
        this.here = here;
        this.below = below;
    }

    @Override
    public Passed pass(RelayedCall call, AnswerTo answer) {
        var onTheWay = new OnTheWay(call, answer);
        inbox.ask(call.asker(), new Request.Reach(call.instance()), call.remainingNanos(), onTheWay);
        return onTheWay;
    }

    /** A call whose route is being determined; its messages in the meantime are passed on afterwards. */
    private final class OnTheWay implements ReplyTo, Passed {
        private final RelayedCall call;
        private final AnswerTo answer;
        private @Nullable Passed onward;
        private int taken;
        private boolean isCancelled;

        OnTheWay(RelayedCall call, AnswerTo answer) {
            this.call = call;
            this.answer = answer;
        }

        @Override
        public String requestId() {
            return call.requestId();
        }

        @Override
        public void answer(Answer found, List<LevelTiming> timings) {
            switch (found) {
                case Answer.Way way -> go(way);
                case Answer.Failed failed
                when failed.code() == ErrorCode.UNAVAILABLE ->
                    answer.end(Failure.UNREACHABLE.because(failed.message()));
                case Answer other -> answer.end(Failure.of(AnswerWriter.failure(other)));
            }
        }

        @Override
        public void fail(Failure failure, String sentence) {
            answer.end(failure.because(sentence));
        }

        private void go(Answer.Way way) {
            if (isGone()) {
                return;
            }
            RelayedCall next = call.as(way.asker(), way.here());
            Passed passed = way.child().isEmpty()
                    ? here.pass(next, answer)
                    : below.pass(way.child().get(), way.here().below(way.child().get()), next, answer);
            int early;
            synchronized (this) {
                onward = passed;
                early = taken;
            }
            if (early > 0) {
                passed.more(early);
            }
            if (isGone()) {
                passed.cancel();
            }
        }

        private synchronized boolean isGone() {
            return isCancelled;
        }

        @Override
        public void cancel() {
            Passed passed;
            synchronized (this) {
                isCancelled = true;
                passed = onward;
            }
            if (passed != null) {
                passed.cancel();
            }
        }

        @Override
        public void more(int messages) {
            Passed passed;
            synchronized (this) {
                passed = onward;
                taken += passed == null ? messages : 0;
            }
            if (passed != null) {
                passed.more(messages);
            }
        }
    }
}
