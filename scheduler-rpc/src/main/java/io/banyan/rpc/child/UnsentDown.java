package io.banyan.rpc.child;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.match.Reason;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.wire.session.Down;
import io.banyan.rpc.wire.session.Relayed;
import io.banyan.rpc.wire.session.ToChild;
import io.banyan.rpc.wire.session.TooLargeException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handling of messages to a child that are too large to be sent. The child gets another message with the reason,
 * and the own instance gets the event that the child's answer would have been. So both go on, and no resource is left
 * without an owner.
 *
 * <table> <caption>The replacement of a message that is too large</caption>
 * <tr><th>message</th><th>to the child</th><th>to the instance</th></tr>
 * <tr><td>registered</td><td>the registration is refused, and the child ends</td><td>it hears of that end</td></tr>
 * <tr><td>granted</td><td>the grow is refused</td><td>the child returns the grant</td></tr>
 * <tr><td>grow refused, freed</td><td>the message without reasons and without the
 * unreleased resources</td><td></td></tr>
 * <tr><td>revoke</td><td></td><td>the child declines</td></tr>
 * <tr><td>statuses</td><td>nothing: it asks for all when it hears the next</td><td></td></tr>
 * </table>
 */
final class UnsentDown implements BiConsumer<ToChild, TooLargeException> {
    private static final Logger LOG = LoggerFactory.getLogger(UnsentDown.class);
    /** The id of the return that gives back a grant which was too large for the child. */
    private static final String UNSENT = "!unsent";

    private final JobId job;
    private final Inbox inbox;
    private final Consumer<Down> sender;

    UnsentDown(JobId job, Inbox inbox, Consumer<Down> sender) {
        this.job = job;
        this.inbox = inbox;
        this.sender = sender;
    }

    @Override
    public void accept(ToChild message, TooLargeException why) {
        switch (message) {
            case Relayed.Down relayed -> LOG.error("A call is not passed on to job {}: {}", job, why.sentence());
            case Down down -> {
                String kind = down.message().getClass().getSimpleName();
                LOG.error("'{}' is not sent to job {}: {}", kind, job, why.sentence());
                replace(down.message(), why.sentence());
            }
        }
    }

    private void replace(DownMessage message, String why) {
        switch (message) {
            case DownMessage.Registered it -> send(new DownMessage.RegisterRefused(why));
            case DownMessage.Granted granted -> {
                Grant grant = granted.grant();
                send(refused(grant.requestId(), granted.asked(), grant.source().level(), why));
                hear(new UpMessage.Return(grant.requestId() + UNSENT, List.of(grant.whole())));
            }
            case DownMessage.GrowRefused it ->
                send(refused(it.requestId(), it.asked(), it.reasons().getFirst().level(), why));
            case DownMessage.Freed freed -> send(new DownMessage.Freed(freed.returnId(), List.of()));
            case DownMessage.Revoke revoke -> hear(new UpMessage.Revoked(revoke.revokeId(), why));
            case DownMessage.Statuses it -> {
                // The next statement will not follow the child's latest one, so that the child requests the whole
                // statement.
            }
            case DownMessage.AskStatuses it -> throw always(it);
            case DownMessage.RegisterRefused it -> throw always(it);
            case DownMessage.HeartbeatSeen it -> throw always(it);
            case DownMessage.Stop it -> throw always(it);
            case DownMessage.LeaveSeen it -> throw always(it);
        }
    }

    private static DownMessage refused(String requestId, String asked, String level, String why) {
        var reasons = new LevelReasons(level, LevelReasons.LOCAL, List.of(Reason.said(why)));
        return new DownMessage.GrowRefused(requestId, asked, List.of(reasons));
    }

    private static IllegalStateException always(DownMessage message) {
        return new IllegalStateException(message.getClass().getSimpleName() + " is never too large.");
    }

    private void send(DownMessage message) {
        sender.accept(new Down(message, List.of()));
    }

    private void hear(UpMessage message) {
        if (!inbox.tell(new Event.ChildSaid(job, message))) {
            LOG.error("The instance has no room for the messages to job {}", job);
        }
    }
}
