package io.banyan.rpc.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.resource.JobId;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final long LONG = TimeUnit.MINUTES.toNanos(1);
    private static final Event HOP = new Event.ParentSaid(new DownMessage.HeartbeatSeen());

    private final Mailbox mailbox = new Mailbox(1_000);
    /** How many mails were taken each time that this thread decided, since it had left one. */
    private final List<Integer> decidedHere = new ArrayList<>();

    @Test
    void whoLeavesAHopWhereNobodyIsAtWorkDecidesOnIt() {
        mailbox.decideHereBy(() -> decide(0));
        mailbox.tell(HOP);
        mailbox.tell(HOP);
        assertThat(decidedHere).containsExactly(1, 1);
        assertThat(mailbox.isDeciding()).isFalse();
    }

    @Test
    void whatComesInTheMeantimeIsTheAgents() throws Exception {
        mailbox.decideHereBy(() -> {
            mailbox.tell(HOP);
            decidedHere.add(mailbox.take(1).size());
            mailbox.leave(0, false);
        });
        mailbox.tell(HOP);
        assertThat(decidedHere).containsExactly(1);
        assertThat(mailbox.await(10, 0)).hasSize(1);
    }

    @Test
    void whatIsNotAHopAndWhatMovesAWholeGraphIsTheAgents() throws Exception {
        mailbox.decideHereBy(() -> decide(0));
        mailbox.ask(Principal.OWNER, new Request.Stat(), LONG, new Unheard());
        mailbox.tell(new Event.ChildUnlinked(new JobId(1)));
        mailbox.tell(new Event.ChildSaid(
                new JobId(1), new UpMessage.Register(new JobId(1), "child", "localhost:1", false, List.of())));
        assertThat(decidedHere).isEmpty();
        assertThat(mailbox.await(10, 0)).hasSize(3);
    }

    @Test
    void aHopIsTheAgentsWhereSomethingWaitsForItAlready() throws Exception {
        mailbox.decideHereBy(() -> decide(0));
        mailbox.ask(Principal.OWNER, new Request.Stat(), LONG, new Unheard());
        mailbox.tell(HOP);
        assertThat(decidedHere).isEmpty();
        assertThat(mailbox.await(10, 0)).hasSize(2);
    }

    @Test
    void nobodyElseDecidesWhileTheAgentDoes() throws Exception {
        mailbox.decideHereBy(() -> decide(0));
        assertThat(mailbox.await(10, 0)).isEmpty();
        assertThat(mailbox.isDeciding()).isTrue();
        mailbox.tell(HOP);
        assertThat(decidedHere).isEmpty();
        assertThat(mailbox.await(10, 0)).hasSize(1);
    }

    /** The next 64, so that a thread that moves bytes is not kept by one long decision after the other. */
    @Test
    void afterALongDecisionTheNextOnesAreTheAgents() throws Exception {
        mailbox.decideHereBy(() -> decide(TimeUnit.SECONDS.toNanos(1)));
        mailbox.tell(HOP);
        for (int i = 0; i < 64; i++) {
            mailbox.tell(HOP);
            assertThat(mailbox.take(10)).hasSize(1);
        }
        assertThat(decidedHere).hasSize(1);
        mailbox.tell(HOP);
        assertThat(decidedHere).hasSize(2);
    }

    @Test
    void aFloodOfOneClientHoldsNobodyElseUp() throws Exception {
        Principal flooding = new Principal("flooding", Role.USER);
        Principal other = new Principal("other", Role.USER);
        for (int i = 0; i < 900; i++) {
            mailbox.ask(flooding, new Request.Stat(), LONG, new Unheard());
        }
        mailbox.ask(other, new Request.Stat(), LONG, new Unheard());
        mailbox.ask(other, new Request.Tree(), LONG, new Unheard());
        mailbox.tell(HOP);
        List<String> order =
                mailbox.await(6, 0).stream().map(MailboxTest::source).toList();
        // Events and requests take turns, and so do the clients.
        assertThat(order).containsExactly("event", "flooding", "other", "flooding", "other", "flooding");
    }

    @Test
    void whatAProviderOrAProcessOrAnotherChildSaysIsHeardInTheMiddleOfAFloodOfAChild() throws Exception {
        JobId flooding = new JobId(1);
        JobId other = new JobId(2);
        for (int i = 0; i < 100_000; i++) {
            mailbox.tell(new Event.ChildSaid(flooding, new UpMessage.AskStatuses()));
        }
        assertThat(mailbox.tell(new Event.ChildSaid(other, new UpMessage.AskStatuses())))
                .isTrue();
        assertThat(mailbox.tell(new Event.ChildExited(other, "it ended"))).isTrue();
        assertThat(mailbox.tell(HOP)).isTrue();
        assertThat(mailbox.tell(new Event.ProviderReleased("r", "g", ""))).isTrue();
        List<Event> order = mailbox.await(7, 0).stream()
                .map(mail -> ((Mail.Told) mail).event())
                .toList();
        Event flood = new Event.ChildSaid(flooding, new UpMessage.AskStatuses());
        assertThat(order)
                .containsExactly(
                        flood,
                        new Event.ChildSaid(other, new UpMessage.AskStatuses()),
                        HOP,
                        new Event.ProviderReleased("r", "g", ""),
                        flood,
                        new Event.ChildExited(other, "it ended"),
                        flood);
    }

    /** One alone has half of the room, so that the next has half of what is left. */
    @Test
    void aClientHasNoMoreWaitingThanThereIsRoomForOthers() {
        assertThat(taken("first")).isEqualTo(501);
        assertThat(taken("second")).isEqualTo(250);
        assertThat(taken("third")).isEqualTo(125);
    }

    private int taken(String name) {
        var refused = new ArrayList<String>();
        Principal client = new Principal(name, Role.USER);
        int asked = 0;
        while (refused.isEmpty()) {
            asked++;
            mailbox.ask(client, new Request.Stat(), LONG, new ReplyTo() {
                @Override
                public void answer(Answer answer, List<LevelTiming> timings) {}

                @Override
                public void fail(Failure failure, String sentence) {
                    refused.add(sentence);
                }
            });
        }
        assertThat(refused.getFirst()).contains("waiting requests of '" + name + "'; try again later");
        return asked - 1;
    }

    @Test
    void afterAChangeOfTheCapacityAsManyFindRoomAsItSays() {
        mailbox.limitTo(10);
        assertThat(taken("first")).isEqualTo(6);
        mailbox.limitTo(2_000);
        assertThat(taken("first")).isEqualTo(1_001 - 6);
        assertThat(mailbox.load().capacity()).isEqualTo(2_000);
    }

    private static String source(Mail mail) {
        return switch (mail) {
            case Mail.Left gone -> "left";
            case Mail.Told told -> "event";
            case Mail.Asked asked -> asked.client().name();
        };
    }

    private void decide(long tookNanos) {
        decidedHere.add(mailbox.take(10).size());
        mailbox.leave(tookNanos, false);
    }

    private static final class Unheard implements ReplyTo {
        @Override
        public void answer(Answer answer, List<LevelTiming> timings) {}

        @Override
        public void fail(Failure failure, String sentence) {}
    }
}
