package io.banyan.cli.doctor;

import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Parent;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.ClientTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The parent of a child: whether it answers and knows the child's credential. No session is opened, for it would end
 * that of a child that runs.
 */
record ParentCheck(Parent parent, StateDirectory state) implements Check {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "parent";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        Token credential = TokenFile.read(parent.credential());
        String where = parent.addresses().stream().map(Object::toString).collect(Collectors.joining(", "));
        try (BanyanClient client = BanyanClient.connect(endpoint(credential), PATIENCE)) {
            client.stat();
            return problem(
                    "The parent at " + where + " accepts " + parent.credential()
                            + " as a client's token, not as a child's credential. Specify the file that 'banyan spawn' created.");
        } catch (ClientException e) {
            return answered(where, e);
        }
    }

    /**
     * Returns the endpoint as the child itself dials it: where the parent encrypts, it has left its certificate there.
     */
    private Endpoint endpoint(Token credential) {
        Path certificate = state.parentCertificate();
        return new Endpoint(
                parent.addresses(),
                Optional.of(credential),
                Files.exists(certificate) ? Optional.of(new ClientTls.ByCertificate(certificate)) : Optional.empty());
    }

    private DoctorFinding answered(String where, ClientException e) {
        return switch (e.failure()) {
            // A child's credential is good for its session and nothing else, which only a parent that knows it says.
            case FORBIDDEN ->
                ok("The parent at " + where + " answers and accepts the credential in " + parent.credential() + ".");
            case UNAUTHENTICATED ->
                problem(
                        "The parent at " + where + " answers, but does not accept the credential in "
                                + parent.credential()
                                + ": its job has ended, or it belongs to another parent. Run 'banyan spawn' there to create a new child.");
            case STANDBY, NOT_NOW, STOPPING, OVERLOADED ->
                warning("The parent at " + where + " is reachable, but cannot answer now: " + e.getMessage());
            case INVALID,
                    BAD_JOBSPEC,
                    NOT_FOUND,
                    EXISTS,
                    TOO_LARGE,
                    DEADLINE,
                    INCOMPATIBLE,
                    JOURNAL,
                    UNREACHABLE,
                    INTERNAL ->
                problem("The parent at " + where + " does not answer; start it, or make its address reachable: "
                        + e.getMessage());
        };
    }
}
