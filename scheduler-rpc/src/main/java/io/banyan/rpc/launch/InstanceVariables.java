package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import java.util.LinkedHashMap;
import java.util.Map;

/** The environment variables by which the commands of a process ask a certain instance. */
public final class InstanceVariables {
    private InstanceVariables() {}

    /**
     * The variables of one instance.
     *
     * @param state the directory of the instance on the machine of the process
     * @param address where the instance listens
     * @param path of the instance in the tree
     */
    public static Map<String, String> of(StateDirectory state, String address, String path) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BANYAN_STATE", state.path().toString());
        variables.put("BANYAN_ADDRESS", address);
        variables.put("BANYAN_TOKEN_FILE", state.token().toString());
        variables.put("BANYAN_INSTANCE", path);
        return variables;
    }
}
