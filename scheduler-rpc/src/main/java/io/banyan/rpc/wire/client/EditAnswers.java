package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.StatusMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.AttachReply;
import io.banyan.v1.GetStatusReply;
import io.banyan.v1.PartialCancelReply;
import io.banyan.v1.PropertiesReply;
import io.banyan.v1.Property;
import io.banyan.v1.RemoveReply;
import io.banyan.v1.SetStatusReply;
import io.banyan.v1.UpdateReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The answers to {@link EditRequests}, there and back. */
public final class EditAnswers {
    private EditAnswers() {}

    /** To an update. */
    public static UpdateReply update(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Matched matched ->
                UpdateReply.newBuilder()
                        .setMatched(AnswerWriter.matched(matched))
                        .build();
            case Answer.Refused refused ->
                UpdateReply.newBuilder()
                        .setRefused(AnswerWriter.refusal(refused))
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** To a partial cancel. */
    public static PartialCancelReply partialCancel(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.PartlyCancelled partly ->
                PartialCancelReply.newBuilder()
                        .setJob(partly.job().value())
                        .addAllPaths(partly.paths())
                        .setOver(partly.over())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** A part of a job was freed. */
    public static JobAnswer.PartlyCancelled read(PartialCancelReply reply) throws WireException {
        return CheckedMessage.value(
                () -> new JobAnswer.PartlyCancelled(new JobId(reply.getJob()), reply.getPathsList(), reply.getOver()));
    }

    /** To an attach. */
    public static AttachReply attach(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Attached attached ->
                AttachReply.newBuilder()
                        .setVertices(attached.vertices())
                        .setEdges(attached.edges())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** Resources were added. */
    public static Answer.Attached read(AttachReply reply) {
        return new Answer.Attached(reply.getVertices(), reply.getEdges());
    }

    /** To a removal. */
    public static RemoveReply remove(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Removed removed ->
                RemoveReply.newBuilder()
                        .addAllPaths(removed.paths())
                        .addAllHurt(AnswerWriter.numbers(removed.hurt()))
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** Resources were removed. */
    public static Answer.Removed read(RemoveReply reply) throws WireException {
        return CheckedMessage.value(
                () -> new Answer.Removed(reply.getPathsList(), AnswerReader.jobs(reply.getHurtList())));
    }

    /** To a change of status. */
    public static SetStatusReply setStatus(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.StatusSet set ->
                SetStatusReply.newBuilder()
                        .setPath(set.paths().isEmpty() ? "" : set.paths().getFirst())
                        .addAllPaths(set.paths())
                        .setStatus(Enums.write(set.status()))
                        .addAllRunning(AnswerWriter.numbers(set.running()))
                        .addAllOthers(
                                set.others().stream().map(EditAnswers::write).toList())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** Vertices have their status. */
    public static Answer.StatusSet read(SetStatusReply reply) throws WireException {
        return CheckedMessage.value(() -> new Answer.StatusSet(
                reply.getPathsCount() == 0 && !reply.getPath().isEmpty()
                        ? List.of(reply.getPath())
                        : reply.getPathsList(),
                Enums.read(reply.getStatus()),
                AnswerReader.jobs(reply.getRunningList()),
                read(reply.getOthersList())));
    }

    /** To a question about statuses. */
    public static GetStatusReply statuses(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Statuses statuses ->
                GetStatusReply.newBuilder()
                        .addAllStatuses(statuses.statuses().stream()
                                .map(EditAnswers::write)
                                .toList())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    private static io.banyan.v1.VertexStatus write(VertexStatus status) {
        var message = io.banyan.v1.VertexStatus.newBuilder()
                .setPath(status.path())
                .setStatus(Enums.write(status.status()))
                .setUsable(status.usable())
                .addAllSaidBy(status.saidBy());
        status.note().ifPresent(note -> message.setNote(StatusMessages.write(note)));
        return message.build();
    }

    /** Whether vertices are up. */
    public static Answer.Statuses read(GetStatusReply reply) throws WireException {
        return CheckedMessage.value(() -> new Answer.Statuses(read(reply.getStatusesList())));
    }

    private static List<VertexStatus> read(List<io.banyan.v1.VertexStatus> messages) throws WireException {
        List<VertexStatus> statuses = new ArrayList<>();
        for (io.banyan.v1.VertexStatus status : messages) {
            statuses.add(new VertexStatus(
                    status.getPath(),
                    Enums.read(status.getStatus()),
                    status.getUsable(),
                    status.getSaidByList(),
                    status.hasNote() ? Optional.of(StatusMessages.read(status.getNote())) : Optional.empty()));
        }
        return statuses;
    }

    /** To a question about properties, or a change of one. */
    public static PropertiesReply properties(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Properties properties -> {
                var reply = PropertiesReply.newBuilder()
                        .setPath(properties.path())
                        .setUniqId(properties.uniqId())
                        .addAllInstances(AnswerWriter.numbers(properties.instances()));
                properties
                        .properties()
                        .forEach((key, value) -> reply.addProperties(
                                Property.newBuilder().setKey(key).setValue(value)));
                yield reply.build();
            }
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The properties of a vertex. */
    public static Answer.Properties read(PropertiesReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            Map<String, String> properties = new LinkedHashMap<>();
            reply.getPropertiesList().forEach(property -> properties.put(property.getKey(), property.getValue()));
            return new Answer.Properties(
                    reply.getPath(), reply.getUniqId(), properties, AnswerReader.jobs(reply.getInstancesList()));
        });
    }
}
