package io.banyan.rpc.pmi;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Answers one rank of an MPI program, from its first line to its last. One thread calls {@link #serve}.
 */
final class PmiRank {
    private static final int MOST_LINES_OF_A_SPAWN = 10_000;

    /** The commands that are not served, with the names of their answers. */
    private static final Map<String, String> REFUSED = Map.of(
            "publish_name", "publish_result",
            "unpublish_name", "unpublish_result",
            "lookup_name", "lookup_result",
            "create_kvs", "newkvs",
            "destroy_kvs", "kvs_destroyed",
            "getbyidx", "getbyidx_results");

    private final int rank;
    private final int size;
    private final PmiSpace space;
    private final PmiConnection connection;

    /** The end of a rank. */
    sealed interface End {
        /** The rank is done, and waits for an acknowledgement. */
        record Finalized() implements End {}

        /** The rank has asked for the end of the job. */
        record Aborted(int status) implements End {}

        /** The connection of the rank ended. */
        record Lost() implements End {}
    }

    PmiRank(int rank, int size, PmiSpace space, PmiConnection connection) {
        this.rank = rank;
        this.size = size;
        this.space = space;
        this.connection = connection;
    }

    /**
     * Answers until the rank has gone.
     *
     * @throws IOException if the connection breaks, or the rank breaks the protocol
     */
    End serve() throws IOException {
        Optional<String> line = connection.read();
        while (line.isPresent()) {
            PmiCommand command = PmiCommand.parse(line.get());
            switch (command.name()) {
                case "finalize" -> {
                    space.leave(rank);
                    return new End.Finalized();
                }
                case "abort" -> {
                    return new End.Aborted(command.number("exitcode").orElse(1));
                }
                case "barrier_in" ->
                    space.enter(rank, () -> release(connection)).forEach(Runnable::run);
                case "spawn" -> refuseSpawn();
                default -> connection.send(answer(command));
            }
            line = connection.read();
        }
        return new End.Lost();
    }

    private static void release(PmiConnection connection) {
        try {
            connection.send("cmd=barrier_out rc=0");
        } catch (IOException lost) {
            // The thread that reads from the rank finds out as well.
            connection.close();
        }
    }

    private String answer(PmiCommand command) {
        return switch (command.name()) {
            case "init" -> init(command);
            case "get_maxes" ->
                "cmd=maxes kvsname_max=" + PmiSpace.MOST_NAME + " keylen_max=" + PmiSpace.MOST_KEY + " vallen_max="
                        + PmiSpace.MOST_VALUE + " rc=0";
            case "get_appnum" -> "cmd=appnum appnum=0 rc=0";
            case "get_my_kvsname" -> "cmd=my_kvsname kvsname=" + space.name() + " rc=0";
            case "get_universe_size" -> "cmd=universe_size size=" + size + " rc=0";
            case "put" -> put(command);
            case "get" -> get(command);
            default ->
                "cmd=" + REFUSED.getOrDefault(command.name(), "result")
                        + " rc=-1 info=not_supported msg=not_supported reason=not_supported";
        };
    }

    private static String init(PmiCommand command) {
        boolean isKnown = command.get("pmi_version").equals("1");
        return "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=" + (isKnown ? 0 : -1);
    }

    private String put(PmiCommand command) {
        Optional<String> refusal =
                isOwn(command) ? space.put(command.get("key"), command.get("value")) : Optional.of("unknown_kvs");
        return "cmd=put_result " + refusal.map(why -> "rc=-1 msg=" + why).orElse("rc=0 msg=success");
    }

    private String get(PmiCommand command) {
        Optional<String> value = isOwn(command) ? space.get(command.get("key")) : Optional.empty();
        return "cmd=get_result "
                + value.map(it -> "rc=0 msg=success value=" + it).orElse("rc=-1 msg=key_not_found value=unknown");
    }

    private boolean isOwn(PmiCommand command) {
        return command.get("kvsname").equals(space.name());
    }

    /** Refuses a spawn, which comes in several lines. */
    private void refuseSpawn() throws IOException {
        for (int i = 0; i < MOST_LINES_OF_A_SPAWN; i++) {
            Optional<String> line = connection.read();
            if (line.isEmpty() || line.get().strip().equals("endcmd")) {
                connection.send("cmd=spawn_result rc=-1 msg=not_supported");
                return;
            }
        }
        throw new IOException("a spawn has more than " + MOST_LINES_OF_A_SPAWN + " lines");
    }
}
