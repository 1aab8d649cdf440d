package io.banyan.cli.tree;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows the tree again after each change. Asks the daemon when its events report a change, and every other second for
 * figures that only heartbeats contain, but at most four times a second.
 */
final class TreeWatch {
    private static final long LONGEST_MILLIS = 2_000;
    private static final long SHORTEST_MILLIS = 250;
    private static final String TO_THE_TOP = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K\n";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String CLEAR_ALL = "\u001b[2J";

    private final Asked asked;
    private final Terminal terminal;
    private final Semaphore news = new Semaphore(0);
    private Answer.@Nullable Tree last;
    private String trouble = "";
    private long shown;

    TreeWatch(Asked asked, Terminal terminal) {
        this.asked = asked;
        this.terminal = terminal;
    }

    /** Shows so many different trees. */
    void show(long updates) {
        boolean inPlace = terminal.isInteractive() && !asked.isData();
        try (BanyanClient client = asked.target().connect()) {
            Thread.ofVirtual().start(() -> listen(client));
            while (shown < updates && !asked.isLost()) {
                look(client, inPlace);
                Thread.sleep(SHORTEST_MILLIS);
                if (news.tryAcquire(LONGEST_MILLIS - SHORTEST_MILLIS, TimeUnit.MILLISECONDS)) {
                    news.drainPermits();
                }
            }
        } catch (ClientException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Without it the tree is looked at all the same, if less often. */
    private void listen(BanyanClient client) {
        try {
            client.watching().watch(Optional.empty(), Optional.empty(), (cursor, notice) -> {
                news.release();
                return true;
            });
        } catch (ClientException over) {
            news.release();
        }
    }

    private void look(BanyanClient client, boolean inPlace) {
        try {
            Answer.Tree tree = client.tree();
            if (!tree.equals(last) || !trouble.isEmpty()) {
                last = tree;
                trouble = "";
                shown++;
                print(tree, inPlace);
            }
        } catch (ClientException e) {
            if (last == null || !JobEnd.isPassing(e.failure())) {
                throw CommandFailure.no(String.valueOf(e.getMessage()));
            }
            if (trouble.isEmpty()) {
                trouble = String.valueOf(e.getMessage());
                asked.tell("banyan: " + trouble);
            }
        }
    }

    private void print(Answer.Tree tree, boolean inPlace) {
        if (!inPlace) {
            asked.printLine(TreeCommand.View.of(tree), view -> (shown > 1 ? "\n" : "") + TreeView.text(tree));
            return;
        }
        String text = Printable.text(TreeView.text(tree));
        terminal.out().print((shown == 1 ? CLEAR_ALL : "") + TO_THE_TOP + text.replace("\n", CLEAR_LINE) + CLEAR_BELOW);
        terminal.out().flush();
    }
}
