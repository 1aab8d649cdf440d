package io.banyan.rpc.launch;

import io.banyan.graph.Subgraph;
import io.banyan.instance.Effect;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.transport.Address;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the process of a child: its daemon, or the command that starts that elsewhere. For one thread. */
final class Starts {
    private static final Logger LOG = LoggerFactory.getLogger(Starts.class);
    private static final File NOTHING = new File("/dev/null");

    private final StateDirectory own;
    private final LaunchCommand command;
    private final List<Address> addresses;

    Starts(StateDirectory own, LaunchCommand command, List<Address> addresses) {
        this.own = own;
        this.command = command;
        this.addresses = List.copyOf(addresses);
    }

    /** The machine on which a child is started by a command that does it elsewhere; empty where it is started here. */
    Optional<String> host(Effect.StartChild child) {
        return command.elsewhere()
                .map(it -> nodes(child.resources()).stream().findFirst().orElse("another machine"));
    }

    private static List<String> nodes(Subgraph resources) {
        return resources.vertices().stream()
                .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                .map(vertex -> vertex.name())
                .toList();
    }

    /**
     * Starts it.
     *
     * @param directory of the child here; it is all there
     * @param user as whom it runs; empty for as the daemon
     * @throws IOException with one sentence, if that is not possible
     */
    Process start(Effect.StartChild child, StateDirectory directory, Optional<OsUser> user, Token credential)
            throws IOException {
        Optional<Elsewhere> elsewhere = command.elsewhere();
        List<String> words = elsewhere.isPresent()
                ? wordsElsewhere(child, elsewhere.get(), user)
                : command.words(child, addresses, directory);
        ProcessBuilder builder = user.isPresent() ? asUser(words, directory, user.get()) : asMyself(words, directory);
        if (elsewhere.isEmpty()) {
            return builder.redirectInput(ProcessBuilder.Redirect.from(NOTHING)).start();
        }
        Process process = builder.redirectInput(ProcessBuilder.Redirect.PIPE).start();
        Optional<String> certificate =
                Files.exists(own.certificate()) ? Optional.of(Files.readString(own.certificate())) : Optional.empty();
        tell(process, new LaunchLetter(credential, certificate, JobCommand.in(child.options())));
        return process;
    }

    private List<String> wordsElsewhere(Effect.StartChild child, Elsewhere elsewhere, Optional<OsUser> user) {
        StateDirectory here = own.child(child.child());
        StateDirectory there = elsewhere
                .directory()
                .map(directory -> new StateDirectory(
                        directory.resolve(child.path().substring(1).replace('/', '-') + "-"
                                + Long.toString(System.currentTimeMillis(), 36))))
                .orElse(here);
        List<Address> parents = addresses.stream()
                .map(address -> address.equals(addresses.getFirst())
                        ? new Address(elsewhere.host().orElse(address.host()), address.port())
                        : address)
                .toList();
        var placed = new LaunchTemplate.Child(
                nodes(child.resources()),
                child.child().toString(),
                user.map(OsUser::name).orElse(System.getProperty("user.name", "")));
        return elsewhere.template().words(placed, command.wordsElsewhere(child, parents, there, elsewhere));
    }

    /** Whoever starts it may be slow to read, or may never do so. */
    private static void tell(Process process, LaunchLetter letter) {
        Thread.ofVirtual().start(() -> {
            try (OutputStream in = process.getOutputStream()) {
                in.write(letter.write());
            } catch (IOException ended) {
                LOG.debug("What a child was to be told was not read: {}", ended.getMessage());
            }
        });
    }

    private static ProcessBuilder asMyself(List<String> words, StateDirectory directory) {
        var builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(directory.output().toFile()));
        builder.environment().remove("BANYAN_STATE");
        return builder;
    }

    private ProcessBuilder asUser(List<String> words, StateDirectory directory, OsUser user) throws IOException {
        var builder = new ProcessBuilder(UserProcess.words(user, directory.output(), words))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.directory(directory.path().toFile());
        UserProcess.clear(builder.environment(), user);
        UserProcess.handOver(own, directory, user);
        return builder;
    }
}
