package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.PartMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.HorizonReply;
import io.banyan.v1.HorizonRequest;
import java.util.ArrayList;
import java.util.List;

/** The question when which resources are busy, and its answer, there and back. */
public final class HorizonMessages {
    private HorizonMessages() {}

    /** The question. */
    public static HorizonRequest write(JobRead.Horizon request) {
        return HorizonRequest.newBuilder()
                .setFromSec(request.fromSec())
                .setToSec(request.toSec())
                .build();
    }

    /** The question. */
    public static JobRead.Horizon read(HorizonRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRead.Horizon(message.getFromSec(), message.getToSec()));
    }

    /** To the question. */
    public static HorizonReply horizon(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Horizon horizon ->
                HorizonReply.newBuilder()
                        .setVersion(horizon.version())
                        .addAllBusy(horizon.busy().stream()
                                .map(HorizonMessages::write)
                                .toList())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The answer. */
    public static JobAnswer.Horizon read(HorizonReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<BusyParts> busy = new ArrayList<>(reply.getBusyCount());
            for (io.banyan.v1.BusyParts one : reply.getBusyList()) {
                busy.add(new BusyParts(
                        Grants.read(one.getWindow()), PartMessages.read(one.getPartsList()), one.getEverywhere()));
            }
            return new JobAnswer.Horizon(reply.getVersion(), busy);
        });
    }

    private static io.banyan.v1.BusyParts write(BusyParts busy) {
        return io.banyan.v1.BusyParts.newBuilder()
                .setWindow(Grants.write(busy.window()))
                .addAllParts(PartMessages.write(busy.parts()))
                .setEverywhere(busy.everywhere())
                .build();
    }
}
