package io.banyan.rpc.daemon;

import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.execute.Hooks;
import io.banyan.rpc.launch.FarFence;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.launch.LaunchLetter;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.JournalPlace;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A daemon as a process of the tests: what {@code banyan start} does, without the command line. */
public final class DaemonProcess {
    private static final int CAPACITY = 10_000;

    private DaemonProcess() {}

    /** Starts one with the tests' own class path. */
    static LaunchCommand command() {
        return new LaunchCommand(Stream.concat(DaemonArchive.words().stream(), Stream.of(DaemonProcess.class.getName()))
                .toList());
    }

    /** Understands the words of {@link LaunchCommand}. */
    public static void main(String[] words) throws Exception {
        Map<String, String> options = new HashMap<>();
        List<ProviderSpec> providers = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals("--give-back")) {
                options.put(words[i], "");
                continue;
            }
            int sign = words[i].indexOf('=');
            String option = sign < 0 ? words[i] : words[i].substring(0, sign);
            String value = sign < 0 ? words[++i] : words[i].substring(sign + 1);
            options.put(option, value);
            if (option.equals("--provider")) {
                providers.add(ProviderSpec.parse(value));
            }
        }
        var state = new StateDirectory(Path.of(options.get("--state")));
        if (words[0].equals("fence")) {
            boolean isDone = state.exists() && Fencing.fence(state).problems().isEmpty();
            List<String> debts = isDone && options.containsKey("--give-back")
                    ? Leftovers.giveBack(state, FarFence.GIVING_BACK).problems()
                    : List.of();
            String said = debts.isEmpty() ? FarFence.confirmation(state) : FarFence.indebted(state) + "\n" + debts;
            System.out.println(isDone ? said : "there may be something left");
            isDone &= debts.isEmpty();
            System.exit(isDone ? 0 : 1);
        }
        if (LaunchLetter.STANDARD_INPUT.equals(options.get("--credential-file"))) {
            LaunchLetter.read(System.in).leaveIn(state);
            options.put("--credential-file", state.credential().toString());
        }
        var config = DaemonConfig.of(state, options.get("--name"), source(options))
                .launcher(command())
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .listen(Address.parse(options.getOrDefault("--listen", "127.0.0.1:0")))
                .journal(JournalPlace.parse(options.getOrDefault("--journal", "durable"))
                        .kind())
                .sharing(sharing(options))
                .within(limits(options), CAPACITY)
                .executing(ExecutionConfig.LOCAL.with(new Hooks(file(options, "--prolog"), file(options, "--epilog"))))
                .asking(GrowOrder.parse(options.getOrDefault("--grow-order", "parent-first")), providers)
                .build();
        System.exit(Daemon.run(config, daemon -> {}));
    }

    /** With another time for jobs to end, in milliseconds. */
    private static InstanceLimits limits(Map<String, String> options) {
        InstanceLimits usual = InstanceLimits.DEFAULT;
        String stop = options.getOrDefault("--stop-millis", Long.toString(usual.stopMillis()));
        return new InstanceLimits(
                usual.maxHops(),
                usual.maxPendingGrows(),
                usual.maxGrantVertices(),
                usual.maxEndedJobs(),
                usual.growMillis(),
                usual.leaseMillis(),
                usual.heartbeatMillis(),
                usual.newsMillis(),
                usual.startMillis(),
                Long.parseLong(stop));
    }

    private static Optional<Path> file(Map<String, String> options, String name) {
        return Optional.ofNullable(options.get(name)).map(Path::of);
    }

    private static Optional<StandbySettings> sharing(Map<String, String> options) {
        return JournalPlace.parse(options.getOrDefault("--journal", "durable"))
                .url()
                .map(url -> new StandbySettings(
                        url, Optional.empty(), Duration.ofSeconds(3), addresses(options.getOrDefault("--peers", ""))));
    }

    private static List<Address> addresses(String list) {
        return Stream.of(list.split(",", -1))
                .filter(address -> !address.isEmpty())
                .map(Address::parse)
                .toList();
    }

    private static ResourceSource source(Map<String, String> options) {
        if (options.containsKey("--graph")) {
            return GraphFile.of(Path.of(options.get("--graph")));
        }
        return !options.containsKey("--parent")
                ? new Founded()
                : new Parent(
                        addresses(options.get("--parent")),
                        new JobId(Long.parseLong(options.get("--job"))),
                        Path.of(options.get("--credential-file")));
    }
}
