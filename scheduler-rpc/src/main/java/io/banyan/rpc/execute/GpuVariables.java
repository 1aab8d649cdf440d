package io.banyan.rpc.execute;

import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The variables from which the libraries of NVIDIA, AMD and Intel learn which GPUs of the machine a process may use.
 */
final class GpuVariables {
    private static final String CUDA = "CUDA_VISIBLE_DEVICES";
    private static final String ROCR = "ROCR_VISIBLE_DEVICES";
    private static final String LEVEL_ZERO = "ZE_AFFINITY_MASK";
    private static final List<String> NAMES = List.of(CUDA, ROCR, LEVEL_ZERO);

    /**
     * The number of no GPU: the libraries of all three makers show a process no device then, and Level Zero all of them
     * where it is empty.
     */
    private static final String NO_GPU = "-1";

    /**
     * AMD's library reads CUDA_VISIBLE_DEVICES as well, and takes its numbers as positions among the devices that
     * ROCR_VISIBLE_DEVICES leaves. So the former must not be there on a machine with AMD's driver only.
     */
    private static final String ONE_MAKER =
            "if [ -e /dev/kfd ] && ! [ -e /dev/nvidiactl ]; then unset " + CUDA + "; fi; exec \"$@\"";

    private GpuVariables() {}

    /**
     * The variables of all processes of a job without GPUs, where the graph has some. Variables that are already set
     * stay as they are.
     */
    static void hideAll(Map<String, String> job) {
        NAMES.forEach(name -> job.putIfAbsent(name, NO_GPU));
    }

    /**
     * The variables of one process.
     *
     * @param gpus by their numbers in the node
     * @param job the variables that all processes of the job find; variables that are set there stay as they are
     */
    static Map<String, String> of(IdSet gpus, Map<String, String> job) {
        Map<String, String> variables = new LinkedHashMap<>();
        String numbers = gpus.longs().mapToObj(Long::toString).collect(Collectors.joining(","));
        NAMES.forEach(name -> variables.put(name, gpus.isEmpty() ? NO_GPU : numbers));
        variables.keySet().removeAll(job.keySet());
        return variables;
    }

    /** The words of a process that has these variables. The machine on which it runs decides which of them stay. */
    static List<String> words(Map<String, String> variables, List<String> command) {
        if (!variables.containsKey(CUDA) || !variables.containsKey(ROCR)) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", ONE_MAKER, "sh"));
        words.addAll(command);
        return words;
    }
}
