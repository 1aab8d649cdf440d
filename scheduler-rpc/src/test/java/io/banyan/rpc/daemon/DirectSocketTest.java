package io.banyan.rpc.daemon;

/** The same of calls that go without HTTP/2. */
class DirectSocketTest extends SocketTest {
    @Override
    boolean isDirect() {
        return true;
    }
}
