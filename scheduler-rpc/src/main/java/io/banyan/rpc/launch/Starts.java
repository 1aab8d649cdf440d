package io.banyan.rpc.launch;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.Effect;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisMachine;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.UserProcess;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.transport.Address;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
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

    /** Where a child is started by a command that does it elsewhere; empty where it is started here. */
    Optional<ChildPlaces.Place> elsewhere(Effect.StartChild child, Optional<OsUser> user) throws IOException {
        if (command.elsewhere().isEmpty()) {
            return Optional.empty();
        }
        Elsewhere how = command.elsewhere().get();
        StateDirectory there = how.directory()
                .map(directory -> new StateDirectory(
                        directory.resolve(child.path().substring(1).replace('/', '-') + "-"
                                + Long.toString(System.currentTimeMillis(), 36))))
                .orElseGet(() -> own.child(child.child()));
        List<String> fence = how.template().words(placed(child, user), command.fenceElsewhere(there, how));
        String machine = nodes(child.resources()).stream().findFirst().orElse("another machine");
        return Optional.of(new ChildPlaces.Place(
                machine, there, user.isPresent() ? UserProcess.wordsAtHome(user.get(), fence) : fence));
    }

    private static LaunchTemplate.Child placed(Effect.StartChild child, Optional<OsUser> user) {
        return new LaunchTemplate.Child(
                nodes(child.resources()),
                child.child().toString(),
                user.map(OsUser::name).orElse(System.getProperty("user.name", "")));
    }

    private static List<String> nodes(Subgraph resources) {
        return resources.vertices().stream()
                .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                .map(vertex -> vertex.name())
                .toList();
    }

    /**
     * Returns the place of an ended child of this machine, with the way to return its provider resources: as its user,
     * because only that user can do it.
     */
    ChildPlaces.Place leftHere(StateDirectory directory) throws IOException {
        int owner = ForeignFile.owner(directory.path());
        List<String> words = new ArrayList<>();
        if (owner != ThisUser.uid()) {
            // There its daemon ran, so that a path in a provider's options means the same.
            words.addAll(List.of("/usr/bin/env", "-C", directory.path().toString()));
        }
        words.addAll(command.fenceHere(directory));
        return Fencing.ofUser(owner, new ChildPlaces.Place(ThisMachine.name(), directory, words, true));
    }

    /**
     * Starts it.
     *
     * @param directory of the child here; it is all there
     * @param user the user that runs it; empty for the daemon's user
     * @param elsewhere as {@link #elsewhere} has it
     * @throws IOException with one sentence, if that is not possible
     */
    Process start(
            Effect.StartChild child,
            StateDirectory directory,
            Optional<OsUser> user,
            Token credential,
            Optional<ChildPlaces.Place> elsewhere)
            throws IOException {
        List<String> words = elsewhere.isPresent()
                ? wordsElsewhere(
                        child,
                        command.elsewhere().orElseThrow(),
                        placed(child, user),
                        elsewhere.get().directory())
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

    private List<String> wordsElsewhere(
            Effect.StartChild child, Elsewhere how, LaunchTemplate.Child placed, StateDirectory there) {
        List<Address> parents = addresses.stream()
                .map(address -> address.equals(addresses.getFirst())
                        ? new Address(how.host().orElse(address.host()), address.port())
                        : address)
                .toList();
        return how.template().words(placed, command.wordsElsewhere(child, parents, there, how));
    }

    /** The started program may read slowly or never. */
    private static void tell(Process process, LaunchLetter letter) {
        Thread.ofVirtual().start(() -> {
            try (OutputStream in = process.getOutputStream()) {
                in.write(letter.write());
            } catch (IOException ended) {
                LOG.debug("A child did not read its start message: {}", ended.getMessage());
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
