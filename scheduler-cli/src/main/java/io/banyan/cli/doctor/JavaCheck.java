package io.banyan.cli.doctor;

/** The Java virtual machine that the launcher has found. */
record JavaCheck(Runtime.Version version, String home) implements Check {
    private static final int LOWEST = 21;

    /** The one that runs this command, and would run a daemon. */
    static JavaCheck ofThisProcess() {
        return new JavaCheck(Runtime.version(), System.getProperty("java.home", "an unknown place"));
    }

    @Override
    public String name() {
        return "java";
    }

    @Override
    public DoctorFinding examine() {
        return version.feature() >= LOWEST
                ? ok("Java " + version + " in " + home + ".")
                : problem("Java " + version + " in " + home + " is older than " + LOWEST
                        + ". Install a newer JDK, or set JAVA_HOME to one.");
    }
}
