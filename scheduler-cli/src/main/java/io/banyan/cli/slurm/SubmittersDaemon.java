package io.banyan.cli.slurm;

import io.banyan.cli.connect.ConnectionSettings;
import io.banyan.cli.connect.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The daemon to which sbatch, salloc or srun submitted a job, in variables of the job. Slurm's commands in the job ask
 * it, also where the job has an instance of its own, which BANYAN_STATE names: a user of Slurm knows one cluster, and
 * the job under one number. Jobs that are submitted in the job do not inherit these variables.
 */
final class SubmittersDaemon {
    private static final String OUTER = "BANYAN_SLURM_";
    private static final String OWN = "BANYAN_";
    private static final String ADDRESS = "ADDRESS";
    private static final String STATE = "STATE";
    /** The names of the variables with which the environment describes a daemon. */
    private static final List<String> ALL = List.of(
            ADDRESS, STATE, "CONTEXT", "TOKEN_FILE", "INSTANCE", "TLS_CA", "TLS_CERT", "TLS_KEY", "SERVER_USER");

    private SubmittersDaemon() {}

    /** Options of Banyan that give a job the variables of the daemon to which it is submitted. */
    static List<String> options(ConnectionSettings access) {
        Map<String, String> said = new HashMap<>();
        said.put(ADDRESS, String.join(",", access.addresses()));
        put(said, STATE, access.state());
        put(said, "TOKEN_FILE", access.tokenFile());
        said.put("INSTANCE", access.instance().orElse(""));
        put(said, "TLS_CA", access.authority());
        put(said, "TLS_CERT", access.certificate());
        put(said, "TLS_KEY", access.key());
        said.put("SERVER_USER", access.serverUser().orElse(""));
        return options(said);
    }

    private static void put(Map<String, String> said, String name, Optional<Path> file) {
        file.ifPresent(path -> said.put(name, path.toAbsolutePath().toString()));
    }

    /** Options of Banyan that pass the variables of this job on to one that is submitted in it as a step. */
    static List<String> passedOn(Map<String, String> variables) {
        Map<String, String> said = new HashMap<>();
        ALL.forEach(name -> said.put(name, variables.getOrDefault(OUTER + name, "")));
        return options(said);
    }

    private static List<String> options(Map<String, String> said) {
        List<String> options = new ArrayList<>();
        ALL.forEach(name -> {
            String value = said.getOrDefault(name, "");
            if (!value.isEmpty()) {
                options.add("--env=" + OUTER + name + "=" + value);
            }
        });
        return options;
    }

    /**
     * The environment that names the daemon to which the job was submitted; empty where the variables do not name one.
     */
    static Optional<Environment> environment(Map<String, String> variables) {
        if (!variables.containsKey(OUTER + ADDRESS) && !variables.containsKey(OUTER + STATE)) {
            return Optional.empty();
        }
        Map<String, String> outer = new HashMap<>(variables);
        ALL.forEach(name -> {
            outer.remove(OWN + name);
            Optional.ofNullable(variables.get(OUTER + name)).ifPresent(value -> outer.put(OWN + name, value));
        });
        return Optional.of(new Environment(outer));
    }
}
