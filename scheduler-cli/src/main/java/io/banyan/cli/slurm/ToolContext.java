package io.banyan.cli.slurm;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.ForeignOptions;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where one of Slurm's commands runs.
 *
 * @param target the daemon that it asks
 * @param targetWords the options that name it
 * @param variables of its environment
 * @param user the user of the operating system who runs it
 */
record ToolContext(
        Terminal terminal, Target target, List<String> targetWords, Map<String, String> variables, String user) {
    /** Asks the daemon. */
    interface Question<A> {
        A ask(SlurmCluster cluster) throws ClientException;
    }

    /** Returns the context of this process. */
    static ToolContext of(Terminal terminal, Target target, List<String> targetWords) {
        return new ToolContext(terminal, target, targetWords, System.getenv(), System.getProperty("user.name", ""));
    }

    /**
     * Asks the daemon.
     *
     * @throws SlurmFailure where it does not answer
     */
    <A> A ask(Question<A> question) {
        try (BanyanClient client = target.connect()) {
            return question.ask(new SlurmCluster(client, this));
        } catch (ClientException e) {
            throw new SlurmFailure(String.valueOf(e.getMessage()));
        } catch (SlurmCluster.Unanswered e) {
            throw new SlurmFailure(String.valueOf(e.failure().getMessage()));
        }
    }

    /** Whether an option names the partition that stands for the one queue without a name, so that it says nothing. */
    boolean isDefaultPartition(ForeignOptions.Found option) {
        return option.option().name().equals("--partition")
                && option.value().filter(QueuePartition.UNNAMED::equals).isPresent()
                && ask(cluster -> cluster.queueOf(QueuePartition.UNNAMED)).isEmpty();
    }

    /** A variable that is set. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isEmpty());
    }

    long nowSec() {
        return Instant.now().getEpochSecond();
    }

    ZoneId zone() {
        return ZoneId.systemDefault();
    }

    /** Prints lines of the result. */
    void print(String text) {
        terminal.out().print(Printable.text(text));
        terminal.out().flush();
    }

    /** Prints a line for people on standard error. */
    void tell(String line) {
        terminal.err().println(Printable.text(line));
        terminal.err().flush();
    }
}
