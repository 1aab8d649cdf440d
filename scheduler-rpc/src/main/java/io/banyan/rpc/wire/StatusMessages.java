package io.banyan.rpc.wire;

import io.banyan.instance.message.value.StatusAt;
import io.banyan.instance.message.value.StatusNews;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.v1.Statuses;
import java.util.ArrayList;
import java.util.List;

/** The messages of levels about vertices that are not up. */
public final class StatusMessages {
    private StatusMessages() {}

    public static Statuses write(StatusNews news) {
        var message = Statuses.newBuilder().setAfter(news.after()).setStamp(news.stamp());
        news.statuses()
                .forEach(it -> message.addStatuses(
                        io.banyan.v1.StatusAt.newBuilder().setPath(it.path()).setStatus(Enums.write(it.status()))));
        return message.build();
    }

    public static io.banyan.v1.StatusNote write(StatusNote note) {
        return io.banyan.v1.StatusNote.newBuilder()
                .setBy(note.by())
                .setAtSec(note.atSec())
                .setReason(note.reason())
                .build();
    }

    public static StatusNote read(io.banyan.v1.StatusNote note) {
        return new StatusNote(note.getBy(), note.getAtSec(), note.getReason());
    }

    public static StatusNews read(Statuses message) throws WireException {
        List<StatusAt> statuses = new ArrayList<>(message.getStatusesCount());
        for (io.banyan.v1.StatusAt it : message.getStatusesList()) {
            statuses.add(new StatusAt(it.getPath(), Enums.read(it.getStatus())));
        }
        return new StatusNews(message.getAfter(), message.getStamp(), statuses);
    }
}
