package io.banyan.rpc.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.files.ThisUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lines that ranks send, and what they are answered. */
@Timeout(60)
class PmiServerTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final CompletableFuture<String> waits = new CompletableFuture<>();
    private PmiServer server = open(2, ThisUser.uid(), Duration.ofMinutes(10));

    private PmiServer open(int size, int uid, Duration patience) {
        return open(size, uid, patience, ValueMemory.OF_PROCESS);
    }

    private PmiServer open(int size, int uid, Duration patience, ValueMemory memory) {
        try {
            List<Integer> nodes = List.of(0, 1).subList(0, size);
            var job = new PmiJob("7", nodes, HERE, uid, patience);
            var watcher = new PmiWatcher() {
                @Override
                public void ended(OptionalInt status, String reason) {
                    ended.complete(status.orElse(0) + " " + reason);
                }

                @Override
                public void waits(String sentence) {
                    waits.complete(sentence);
                }
            };
            return PmiServer.open(job, watcher, memory);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void reopen(int uid, Duration patience) {
        server.close();
        server = open(2, uid, patience);
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** A client that says and hears what a rank does. */
    private final class Client implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Client(int id) throws IOException {
            String[] address = server.environment().get(PmiServer.PORT).split(":", 2);
            socket = new Socket(address[0], Integer.parseInt(address[1]));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            send("cmd=initack pmiid=" + (Integer.parseInt(server.environment().get(PmiServer.ID)) + id));
        }

        void send(String line) throws IOException {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        }

        String heard() throws IOException {
            return String.valueOf(in.readLine());
        }

        String ask(String line) throws IOException {
            send(line);
            return heard();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private Client rank(int rank) throws IOException {
        var client = new Client(rank);
        assertThat(List.of(client.heard(), client.heard(), client.heard(), client.heard()))
                .containsExactly("cmd=initack rc=0", "cmd=set size=2", "cmd=set rank=" + rank, "cmd=set debug=0");
        return client;
    }

    @Test
    void aProcessThatIsNoRankIsReportedOnce() throws Exception {
        try (Client wrong = new Client(2)) {
            assertThat(wrong.heard()).isEqualTo("null");
        }
        assertThat(waits.join())
                .isEqualTo(
                        "MPI: a process connected to PMI_PORT without the PMI_ID of a rank in a PMI-1 'initack', and was disconnected");
        rank(0).close();
    }

    @Test
    void aRankIsToldOfItsProgram() throws Exception {
        try (Client rank = rank(1)) {
            assertThat(rank.ask("cmd=init pmi_version=1 pmi_subversion=1"))
                    .isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
            assertThat(rank.ask("cmd=init pmi_version=2 pmi_subversion=0")).endsWith("rc=-1");
            assertThat(rank.ask("cmd=get_maxes"))
                    .isEqualTo("cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024 rc=0");
            assertThat(rank.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0 rc=0");
            assertThat(rank.ask("cmd=get_universe_size")).isEqualTo("cmd=universe_size size=2 rc=0");
            assertThat(rank.ask("cmd=get_my_kvsname")).isEqualTo("cmd=my_kvsname kvsname=kvs_7_0 rc=0");
            assertThat(rank.ask("cmd=get kvsname=kvs_7_0 key=PMI_process_mapping"))
                    .isEqualTo("cmd=get_result rc=0 msg=success value=(vector,(0,2,1))");
            assertThat(rank.ask("cmd=publish_name service=a port=b")).startsWith("cmd=publish_result rc=-1");
            rank.send("mcmd=spawn\nnprocs=2\nexecname=a.out\nendcmd");
            assertThat(rank.heard()).startsWith("cmd=spawn_result rc=-1");
            assertThat(rank.ask("cmd=finalize")).isEqualTo("cmd=finalize_ack rc=0");
        }
        server.close();
        assertThat(ended).isNotDone();
    }

    @Test
    void ranksShareValuesAndMeetAtTheBarrier() throws Exception {
        try (Client first = rank(0);
                Client second = rank(1)) {
            assertThat(first.ask("cmd=put kvsname=kvs_7_0 key=a value=one=1 two"))
                    .isEqualTo("cmd=put_result rc=0 msg=success");
            first.send("cmd=barrier_in");
            second.send("cmd=barrier_in");
            assertThat(List.of(first.heard(), second.heard())).containsOnly("cmd=barrier_out rc=0");
            assertThat(second.ask("cmd=get kvsname=kvs_7_0 key=a"))
                    .isEqualTo("cmd=get_result rc=0 msg=success value=one=1 two");
            assertThat(second.ask("cmd=get kvsname=kvs_7_0 key=b"))
                    .isEqualTo("cmd=get_result rc=-1 msg=key_not_found value=unknown");
            assertThat(second.ask("cmd=get kvsname=kvs_8_0 key=a")).startsWith("cmd=get_result rc=-1");
        }
    }

    @Test
    void keysAndValuesAreLimited() throws Exception {
        try (Client rank = rank(0)) {
            assertThat(rank.ask("cmd=put kvsname=kvs_7_0 key=" + "k".repeat(65) + " value=v"))
                    .isEqualTo("cmd=put_result rc=-1 msg=invalid_key_length");
            assertThat(rank.ask("cmd=put kvsname=kvs_7_0 key=k value=" + "v".repeat(1_025)))
                    .isEqualTo("cmd=put_result rc=-1 msg=invalid_value_length");
            String answer = "";
            for (int i = 0; i < 600 && !answer.contains("rc=-1"); i++) {
                answer = rank.ask("cmd=put kvsname=kvs_7_0 key=k" + i + " value=v");
            }
            assertThat(answer).isEqualTo("cmd=put_result rc=-1 msg=no_room_for_keyval");
            rank.send("x".repeat(5_000));
            assertThat(ended.join()).isEqualTo("0 MPI rank 0 ended without MPI_Finalize");
        }
    }

    /** A task can run one program after the other, from the moment at which it has heard that the first one is done. */
    @Test
    void theNextConnectionOfARankIsOfTheNextProgram() throws Exception {
        try (Client rank = rank(0)) {
            rank.ask("cmd=put kvsname=kvs_7_0 key=a value=1");
            rank.ask("cmd=finalize");
            Client next = rank(0);
            assertThat(next.ask("cmd=finalize")).isEqualTo("cmd=finalize_ack rc=0");
            next.close();
        }
        try (Client rank = rank(0)) {
            assertThat(rank.ask("cmd=get_my_kvsname")).isEqualTo("cmd=my_kvsname kvsname=kvs_7_2 rc=0");
            assertThat(rank.ask("cmd=get kvsname=kvs_7_2 key=a")).startsWith("cmd=get_result rc=-1");
        }
    }

    /** Else a task could fill the memory of the daemon. */
    @Test
    void aRankThatIsFarAheadOfTheOthersIsNotServed() throws Exception {
        for (int i = 0; i < PmiPrograms.MOST; i++) {
            try (Client rank = rank(0)) {
                rank.ask("cmd=finalize");
            }
        }
        try (Client rank = new Client(0)) {
            assertThat(rank.heard()).isEqualTo("null");
        }
        assertThat(waits.join())
                .isEqualTo(
                        "MPI: rank 0 started a program while 64 earlier ones wait for other ranks, and cannot connect");
        try (Client rank = rank(1)) {
            assertThat(rank.ask("cmd=finalize")).isEqualTo("cmd=finalize_ack rc=0");
        }
        rank(0).close();
    }

    /**
     * A job takes no more than it leaves for others, and its memory is free again once its program or the job is over.
     */
    @Test
    void theMemoryForValuesIsBounded() throws Exception {
        server.close();
        var memory = new ValueMemory(8 << 10);
        server = open(2, ThisUser.uid(), Duration.ofMinutes(10), memory);
        try (Client first = rank(0);
                Client second = rank(1)) {
            assertThat(valuesTaken(first, "kvs_7_0")).isBetween(1, 4);
            first.ask("cmd=finalize");
            second.ask("cmd=finalize");
        }
        try (Client again = rank(0)) {
            assertThat(valuesTaken(again, "kvs_7_1")).isBetween(1, 4);
        }
        server.close();
        assertThat(memory.share().take(4 << 10)).isTrue();
    }

    private static int valuesTaken(Client rank, String space) throws IOException {
        int taken = 0;
        while (rank.ask("cmd=put kvsname=" + space + " key=k" + taken + " value=" + "v".repeat(1_000))
                .endsWith("msg=success")) {
            taken++;
        }
        return taken;
    }

    @Test
    void aRankThatAbortsEndsTheJobWithItsStatus() throws Exception {
        try (Client rank = rank(1)) {
            rank.send("cmd=abort exitcode=9");
            assertThat(ended.join()).isEqualTo("9 MPI rank 1 called MPI_Abort with status 9");
            server.close();
        }
    }

    @Test
    void aRankWhoseConnectionEndsIsLost() throws Exception {
        rank(1).close();
        assertThat(ended.join()).isEqualTo("0 MPI rank 1 ended without MPI_Finalize");
    }

    /** Also where the loss is seen only when the job is over. */
    @Test
    void aLossBeforeTheEndOfTheJobIsTold() throws Exception {
        Client rank = rank(1);
        rank.close();
        server.close();
        assertThat(ended).isDone();
    }

    @Test
    void nobodySpeaksForARankWithoutItsNumber() throws Exception {
        try (Client wrong = new Client(2);
                Client other = new Client(-1)) {
            assertThat(wrong.heard()).isEqualTo("null");
            assertThat(other.heard()).isEqualTo("null");
        }
        try (Client rank = rank(0);
                Client again = new Client(0)) {
            assertThat(again.heard()).isEqualTo("null");
            assertThat(rank.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0 rc=0");
        }
    }

    /** The kernel says whose the connection is. */
    @Test
    void nobodySpeaksForAnotherUsersRank() throws Exception {
        reopen(ThisUser.uid() + 1, Duration.ofMinutes(10));
        try (Client rank = new Client(0)) {
            assertThat(rank.heard()).isEqualTo("null");
        }
    }

    @Test
    void ranksThatDoNotComeAreTold() throws Exception {
        reopen(ThisUser.uid(), Duration.ofMillis(1));
        try (Client rank = rank(1)) {
            assertThat(waits.join())
                    .isEqualTo("MPI: rank 0 of 2 did not call MPI_Init (or uses no MPI library that speaks PMI-1)"
                            + " within 0 s; the others wait");
            assertThat(rank.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0 rc=0");
        }
    }
}
