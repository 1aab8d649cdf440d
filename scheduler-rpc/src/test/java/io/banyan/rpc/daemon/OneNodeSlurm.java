package io.banyan.rpc.daemon;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Slurm of one node, this machine, on loopback, or of several that all are this machine; it takes Debian's
 * slurm-wlm and munge, and root. Its daemons are children of this process.
 */
public final class OneNodeSlurm implements AutoCloseable {
    private static final List<String> PROGRAMS = List.of("munged", "slurmctld", "slurmd");
    private static final Path SBIN = Path.of("/usr/sbin");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int KEY_BYTES = 1024;

    private final Path directory;
    private final Path config;
    private final String node;
    private final int nodes;
    private final String settings;
    private final List<Process> daemons = new ArrayList<>();
    private Process controller;

    /** One with so many nodes; where none can be started the tests that want it are skipped. */
    public static OneNodeSlurm assumed(Path directory, int nodes) throws Exception {
        return assumed(directory, nodes, "");
    }

    /** One with so many nodes, and with more lines of settings. */
    public static OneNodeSlurm assumed(Path directory, int nodes, String settings) throws Exception {
        boolean isPossible = "root".equals(System.getProperty("user.name"))
                && PROGRAMS.stream().allMatch(name -> Files.isExecutable(SBIN.resolve(name)));
        Assumptions.assumeTrue(
                isPossible, "No Slurm can be started here; it takes root, and: apt-get install slurm-wlm munge");
        return new OneNodeSlurm(directory, nodes, settings);
    }

    /** Starts it in an empty directory, and waits until all nodes are idle. */
    private OneNodeSlurm(Path directory, int nodes, String settings) throws Exception {
        this.nodes = nodes;
        this.settings = settings;
        this.directory = Files.createDirectories(directory);
        this.node = InetAddress.getLocalHost().getHostName().replaceAll("\\..*", "");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        this.config = Files.writeString(directory.resolve("slurm.conf"), config());
        startMunge();
        controller = start("slurmctld", "-D", "-f", config.toString());
        for (int i = 0; i < nodes; i++) {
            start("slurmd", "-D", "-N", name(i), "-f", config.toString());
        }
        await().atMost(PATIENCE)
                .until(() -> run("sinfo", "-h", "-o", "%t %D").strip().equals("idle " + nodes));
    }

    private String config() throws IOException {
        return """
                ClusterName=banyan
                SlurmctldHost=%1$s(127.0.0.1)
                SlurmUser=root
                SlurmctldPort=%3$d
                AuthType=auth/munge
                AuthInfo=socket=%2$s/munge.socket
                CredType=cred/munge
                MpiDefault=none
                ProctrackType=proctrack/pgid
                TaskPlugin=task/none
                SchedulerType=sched/backfill
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core
                StateSaveLocation=%2$s/state
                SlurmdSpoolDir=%2$s/spool-%%n
                SlurmctldPidFile=%2$s/slurmctld.pid
                SlurmdPidFile=%2$s/slurmd-%%n.pid
                ReturnToService=2
                SlurmdParameters=config_overrides
                PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
                """.formatted(node, directory, freePort()) + settings + nodeLines();
    }

    private String nodeLines() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < nodes; i++) {
            lines.append("NodeName=%s NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=8 State=UNKNOWN\n"
                    .formatted(name(i), node, freePort()));
        }
        return lines.toString();
    }

    /** The name of one of its nodes, from 0. */
    public String name(int i) {
        return i == 0 ? node : node + "-" + i;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void startMunge() throws Exception {
        var key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path secret = Files.createDirectory(
                directory.resolve("munge"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.write(secret.resolve("key"), key);
        Files.setPosixFilePermissions(secret.resolve("key"), PosixFilePermissions.fromString("r--------"));
        Path socket = directory.resolve("munge.socket");
        start(
                "munged",
                "--foreground",
                "--force",
                "--key-file=" + secret.resolve("key"),
                "--socket=" + socket,
                "--pid-file=" + secret.resolve("pid"),
                "--seed-file=" + secret.resolve("seed"),
                "--log-file=" + secret.resolve("log"));
        await().atMost(PATIENCE).until(() -> Files.exists(socket));
    }

    /** Kills its controller, and starts it again from the state that it has written. */
    public void restartController() throws IOException {
        controller.destroyForcibly().onExit().join();
        daemons.remove(controller);
        controller = start("slurmctld", "-D", "-f", config.toString());
    }

    private Process start(String program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(SBIN.resolve(program).toString()));
        words.addAll(List.of(arguments));
        var builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory
                        .resolve(program + "-" + daemons.size() + ".log")
                        .toFile());
        builder.environment().putAll(environment());
        Process process = builder.start();
        daemons.add(process);
        return process;
    }

    /** Returns the variables that make Slurm's commands those of this one. */
    public Map<String, String> environment() {
        return Map.of("SLURM_CONF", config.toString());
    }

    /** The name of its node. */
    String node() {
        return node;
    }

    /** Runs one of its commands and returns what it says. */
    public String run(String... words) throws Exception {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /** Nobody needs what they would still write. */
    @Override
    public void close() {
        for (Process daemon : daemons.reversed()) {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly().onExit().join();
        }
    }
}
