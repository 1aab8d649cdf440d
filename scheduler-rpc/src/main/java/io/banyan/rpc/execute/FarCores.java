package io.banyan.rpc.execute;

import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The cores of a task that a launch command starts on another machine: that machine finds out which of its processors
 * they are, in the order in which hwloc numbers cores.
 */
final class FarCores {
    /**
     * Where lscpu, awk or taskset is missing, or the processors are not the task's to use, it runs where that machine
     * lets it.
     */
    private static final String BIND = "want=$1; shift; cpus=$(lscpu -p=SOCKET,CORE,CPU 2>/dev/null | grep -v '^#' "
            + "| sort -t, -k1,1n -k2,2n -k3,3n | awk -F, -v want=\"$want\" '"
            + "BEGIN { n = split(want, parts, \",\"); core = -1; for (i = 1; i <= n; i++) { m = split(parts[i], ends, \"-\"); "
            + "for (c = ends[1] + 0; c <= ends[m] + 0; c++) mine[c] = 1 } } "
            + "{ key = $1 FS $2; if (key != last) { core++; last = key } if (core in mine) { all = all sep $3; sep = \",\" } } "
            + "END { print all }'); "
            + "[ \"$cpus\" ] && taskset -c \"$cpus\" true 2>/dev/null || exec \"$@\"; "
            + Confining.PROCESSORS + "=$cpus; export " + Confining.PROCESSORS + "; exec taskset -c \"$cpus\" \"$@\"";

    private FarCores() {}

    /** The words of a command on these cores, by their numbers in the node. */
    static List<String> words(IdSet cores, List<String> command) {
        if (cores.isEmpty()) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", BIND, "sh", cores.toString()));
        words.addAll(command);
        return words;
    }
}
