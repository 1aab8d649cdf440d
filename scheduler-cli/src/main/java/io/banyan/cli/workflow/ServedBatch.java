package io.banyan.cli.workflow;

import io.banyan.cli.call.Target;
import io.banyan.cli.connect.ConnectionSettings;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.workflow.batch.SlurmProcesses;
import io.banyan.engine.port.BanyanBatch;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.slurm.SlurmBatch;
import io.banyan.workflow.batch.slurm.SlurmBatchSettings;
import java.time.Instant;
import java.util.Optional;

/** The connection of a command to its batch scheduler. */
record ServedBatch(Batch batch, Runnable end) implements AutoCloseable {
    /** The word for the daemon that the options name. */
    static final String BANYAN = "banyan";

    /** The word for the Slurm of this machine; a partition may follow after {@code =}. */
    static final String SLURM = "slurm";

    /**
     * Opens the scheduler that an option names.
     *
     * @throws CommandFailure if it cannot be reached, or there is none of that name
     */
    static ServedBatch open(String name, Target target) {
        if (name.equals(BANYAN)) {
            return ofDaemon(target);
        } else if (name.equals(SLURM) || name.startsWith(SLURM + "=")) {
            return new ServedBatch(ofSlurm(name.substring(SLURM.length())), () -> {});
        }
        throw CommandFailure.wrongUse("--batch: expected banyan, slurm or slurm=PARTITION, found '" + name + "'");
    }

    /**
     * Returns the words that tell the schedulers of one user apart: a daemon by its state directory or its addresses,
     * and the path of an instance in its tree.
     */
    static String identity(String name, Target target) {
        if (!name.equals(BANYAN)) {
            return name;
        }
        ConnectionSettings access = target.access();
        String place = access.state().isPresent()
                ? access.state().get().toAbsolutePath().normalize().toString()
                : String.join(",", access.addresses());
        return BANYAN + " at " + place
                + access.instance().map(path -> " " + path).orElse("");
    }

    private static ServedBatch ofDaemon(Target target) {
        try {
            BanyanClient client = target.connect();
            return new ServedBatch(new BanyanBatch(client), client::close);
        } catch (ClientException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private static Batch ofSlurm(String partition) {
        try {
            var settings = new SlurmBatchSettings(
                    System.getProperty("user.name"),
                    Optional.of(partition).filter(it -> !it.isEmpty()).map(it -> it.substring(1)),
                    Optional.empty(),
                    SlurmBatchSettings.DEFAULT_PATIENCE_SEC,
                    SlurmBatchSettings.DEFAULT_TOLERANCE_SEC);
            return new SlurmBatch(
                    new SlurmProcesses(SlurmProcesses.DEFAULT_LIMIT),
                    settings,
                    () -> Instant.now().getEpochSecond());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("--batch: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
