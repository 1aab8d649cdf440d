package io.banyan.cli.request;

import io.banyan.rpc.launch.SpawnProviders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of an instance that a command starts: how its daemon schedules, and its providers. */
public final class InstanceOptions {
    private static final String PROVIDER = "provider";

    @Option(
            names = "--provider",
            paramLabel = "KIND=PATH[,KEY=VALUE...]",
            description = "Provider for the instance, such as exec=./provider.sh,name=cloud. Repeated options are "
                    + "tried in this order.")
    private List<String> providers = List.of();

    @Option(
            names = {"-O", "--option"},
            paramLabel = "KEY=VALUE",
            description = "Setting for the daemon of the instance, such as policy=low or grow-order=provider-first.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /** The options as a daemon takes them. */
    public Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (!providers.isEmpty()) {
            all.put(
                    PROVIDER,
                    SpawnProviders.option(
                            providers.stream().map(InstanceOptions::fromHere).toList()));
        }
        return all;
    }

    /**
     * The option, in which a relative path of something that exists here is absolute: the instance's daemon starts in
     * another directory.
     */
    private static String fromHere(String text) {
        int begin = text.indexOf('=') + 1;
        int end = text.indexOf(',') < 0 ? text.length() : text.indexOf(',');
        if (begin == 0 || begin > end) {
            return text;
        }
        Path path = Path.of(text.substring(begin, end));
        return Files.exists(path)
                ? text.substring(0, begin) + path.toAbsolutePath().normalize() + text.substring(end)
                : text;
    }
}
