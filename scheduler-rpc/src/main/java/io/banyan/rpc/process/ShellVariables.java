package io.banyan.rpc.process;

import java.util.Set;

/** Variables that a shell keeps for itself. */
public final class ShellVariables {
    /**
     * The variables that a script cannot export with any value: the read-only ones of bash, where it is {@code /bin/sh}
     * too, and those that bash or dash take a number for only. A shell that exports one ends.
     */
    private static final Set<String> NOT_SET =
            Set.of("UID", "EUID", "PPID", "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO", "OPTIND");

    private ShellVariables() {}

    /** Whether the script of a job can export a variable of this name. */
    public static boolean canBeExported(String name) {
        return !NOT_SET.contains(name);
    }
}
