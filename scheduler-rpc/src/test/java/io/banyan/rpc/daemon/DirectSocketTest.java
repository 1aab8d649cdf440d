package io.banyan.rpc.daemon;

/** Tests the socket with calls that go without HTTP/2. */
class DirectSocketTest extends SocketTest {
    @Override
    boolean isDirect() {
        return true;
    }
}
