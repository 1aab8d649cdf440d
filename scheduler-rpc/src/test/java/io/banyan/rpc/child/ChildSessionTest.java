package io.banyan.rpc.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Principal;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.session.Backlog;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.session.ChildFrames;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.ParentFrame;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ChildSessionTest {
    private static final JobId JOB = new JobId(3);

    private final Slow instance = new Slow();
    private final Stream stream = new Stream();
    private final ChildSession session = new ChildSession(
            JOB, stream, new ChildSessions(instance, new ChildCredentials(), Runnable::run), instance, Runnable::run);

    /** Sends as many frames as the session takes, at most the given number. */
    private int flood(int most) {
        ChildFrame frame = ChildFrames.write(new UpMessage.AskStatuses()).getFirst();
        int sent = 0;
        while (sent < most && stream.requested > 0) {
            stream.requested--;
            session.onNext(frame);
            sent++;
        }
        return sent;
    }

    @Test
    void aChildThatFloodsIsReadNoFasterThanItIsHeard() {
        stream.requested--;
        session.onNext(ChildFrames.write(new UpMessage.Register(JOB, "c", "localhost:1", true, List.of()))
                .getFirst());

        assertThat(flood(100_000)).isEqualTo(Backlog.MOST - 1);
        assertThat(instance.undecided).hasSize(Backlog.MOST);

        for (int i = 0; i < 10; i++) {
            instance.undecided.remove().run();
            assertThat(flood(100_000)).isEqualTo(1);
        }
        assertThat(stream.error).isFalse();
    }

    /** Decides on nothing by itself. */
    private static final class Slow implements Inbox {
        private final Queue<Runnable> undecided = new ArrayDeque<>();

        @Override
        public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
            return undecided.add(decided);
        }

        @Override
        public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {}
    }

    /** Counts what the session asks for. */
    private static final class Stream extends ServerCallStreamObserver<ParentFrame> {
        private int requested;
        private boolean error;

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public void disableAutoRequest() {}

        @Override
        public void request(int count) {
            requested += count;
        }

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void onNext(ParentFrame frame) {}

        @Override
        public void onError(Throwable failure) {
            error = true;
        }

        @Override
        public void onCompleted() {}
    }
}
