package io.banyan.rpc.relay;

/** A call that was passed on, as its sender sees it. Any thread may call; no call blocks. */
public interface Passed {
    /** One of which there is nothing to say any more. */
    Passed OVER = new Passed() {
        @Override
        public void cancel() {}

        @Override
        public void more(int messages) {}
    };

    /** Cancels the call, because its caller no longer waits. */
    void cancel();

    /** So many more messages of an answer that is a stream are taken. */
    void more(int messages);
}
