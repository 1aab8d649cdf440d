package io.banyan.rpc.wire.client;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.GraphReader;
import io.banyan.rpc.wire.GraphWriter;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.v1.AttachRequest;
import io.banyan.v1.GetPropertiesRequest;
import io.banyan.v1.GetStatusRequest;
import io.banyan.v1.PartialCancelRequest;
import io.banyan.v1.RemoveRequest;
import io.banyan.v1.SetPropertyRequest;
import io.banyan.v1.SetStatusRequest;
import io.banyan.v1.UpdateRequest;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The calls about given resources and about the graph itself, there and back. Each reader refuses the same input as the
 * core.
 */
public final class EditRequests {
    private EditRequests() {}

    /** Resources that a job was given before. */
    public static UpdateRequest write(JobRequest.Update request) {
        var message = UpdateRequest.newBuilder()
                .setJob(request.job().value())
                .setReserve(request.kind() == BookingKind.RESERVATION)
                .setResources(Givens.write(request.resources()))
                .setDurationSec(request.durationSec())
                .setFormat(request.format().toString());
        request.atSec().ifPresent(message::setAtSec);
        return message.build();
    }

    /** Resources that a job was given before. */
    public static JobRequest.Update read(UpdateRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.Update(
                new JobId(message.getJob()),
                message.getReserve() ? BookingKind.RESERVATION : BookingKind.ALLOCATION,
                Givens.read(message.getResources()),
                message.hasAtSec() ? OptionalLong.of(message.getAtSec()) : OptionalLong.empty(),
                message.getDurationSec(),
                RequestReader.format(message.getFormat())));
    }

    /** A part of a job is freed. */
    public static PartialCancelRequest write(JobRequest.PartialCancel request) {
        return PartialCancelRequest.newBuilder()
                .setJob(request.job().value())
                .setPart(Givens.write(request.part()))
                .setRules(request.rules().label())
                .build();
    }

    /** A part of a job is freed. */
    public static JobRequest.PartialCancel read(PartialCancelRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.PartialCancel(
                new JobId(message.getJob()), Givens.read(message.getPart()), RequestReader.rules(message.getRules())));
    }

    /** Resources are added. */
    public static AttachRequest write(Request.Attach request) {
        return AttachRequest.newBuilder()
                .setSubgraph(GraphWriter.write(request.subgraph()))
                .setRules(request.rules().label())
                .build();
    }

    /** Resources are added. */
    public static Request.Attach read(AttachRequest message) throws WireException {
        return CheckedMessage.value(() -> switch (message.getResourcesCase()) {
            case SUBGRAPH ->
                new Request.Attach(GraphReader.read(message.getSubgraph()), RequestReader.rules(message.getRules()));
            case JGF -> new Request.Attach(jgf(message.getJgf()), RequestReader.rules(message.getRules()));
            case RESOURCES_NOT_SET ->
                throw new WireException("An attach must name resources, but this one names none.");
        });
    }

    private static Subgraph jgf(String text) throws WireException {
        try {
            return JgfReader.read(text, "resources");
        } catch (GraphException e) {
            throw new WireException(Failure.sentenceOf(e), e);
        }
    }

    /** Resources are removed. */
    public static RemoveRequest write(Request.Remove request) {
        return RemoveRequest.newBuilder()
                .setPath(path(request.target()))
                .setRanks(ranks(request.target()))
                .setNames(names(request.target()))
                .setForce(request.force())
                .setRules(request.rules().label())
                .build();
    }

    /** Resources are removed. */
    public static Request.Remove read(RemoveRequest message) throws WireException {
        return CheckedMessage.value(() -> new Request.Remove(
                target(message.getPath(), message.getRanks(), message.getNames()),
                message.getForce(),
                RequestReader.rules(message.getRules())));
    }

    /** Vertices go up or down. */
    public static SetStatusRequest write(Request.SetStatus request) {
        return SetStatusRequest.newBuilder()
                .setPath(path(request.target()))
                .setRanks(ranks(request.target()))
                .setNames(names(request.target()))
                .setStatus(Enums.write(request.status()))
                .setReason(request.reason())
                .setOwnOnly(request.ownOnly())
                .build();
    }

    /** Vertices go up or down. */
    public static Request.SetStatus read(SetStatusRequest message) throws WireException {
        return CheckedMessage.value(() -> new Request.SetStatus(
                target(message.getPath(), message.getRanks(), message.getNames()),
                Enums.read(message.getStatus()),
                message.getReason(),
                message.getOwnOnly()));
    }

    /** Whether vertices are up. */
    public static GetStatusRequest write(Request.GetStatus request) {
        return GetStatusRequest.newBuilder()
                .setPath(path(request.target()))
                .setRanks(ranks(request.target()))
                .setNames(names(request.target()))
                .build();
    }

    /** Whether vertices are up. */
    public static Request.GetStatus read(GetStatusRequest message) throws WireException {
        return CheckedMessage.value(
                () -> new Request.GetStatus(target(message.getPath(), message.getRanks(), message.getNames())));
    }

    /** A property changes. */
    public static SetPropertyRequest write(Request.SetProperty request) {
        var message = SetPropertyRequest.newBuilder().setPath(request.path()).setKey(request.key());
        request.value().ifPresent(message::setValue);
        return message.build();
    }

    /** A property changes. */
    public static Request.SetProperty read(SetPropertyRequest message) throws WireException {
        return CheckedMessage.value(() -> new Request.SetProperty(
                message.getPath(),
                message.getKey(),
                message.hasValue() ? Optional.of(message.getValue()) : Optional.empty()));
    }

    /** The properties of a vertex. */
    public static GetPropertiesRequest write(Request.GetProperties request) {
        return GetPropertiesRequest.newBuilder().setPath(request.path()).build();
    }

    /** The properties of a vertex. */
    public static Request.GetProperties read(GetPropertiesRequest message) throws WireException {
        return CheckedMessage.value(() -> new Request.GetProperties(message.getPath()));
    }

    private static String path(VertexTarget target) {
        return target instanceof VertexTarget.ByPath byPath ? byPath.path() : "";
    }

    private static String ranks(VertexTarget target) {
        return target instanceof VertexTarget.ByRanks byRanks ? byRanks.ranks().toString() : "";
    }

    private static String names(VertexTarget target) {
        return target instanceof VertexTarget.ByNames byNames ? byNames.names().toString() : "";
    }

    private static VertexTarget target(String path, String ranks, String names) throws WireException {
        long said =
                Stream.of(path, ranks, names).filter(text -> !text.isEmpty()).count();
        if (said != 1) {
            throw new WireException("A request must name either a path, ranks or names.");
        }
        if (!names.isEmpty()) {
            return new VertexTarget.ByNames(HostList.parse(names));
        }
        return ranks.isEmpty() ? new VertexTarget.ByPath(path) : new VertexTarget.ByRanks(IdSet.parse(ranks));
    }
}
