package io.banyan.rpc.wire.journal;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.UsageMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.BookingMessages;
import io.banyan.rpc.wire.client.BulkMessages;
import io.banyan.rpc.wire.client.EditRequests;
import io.banyan.rpc.wire.client.QueueMessages;
import io.banyan.rpc.wire.client.QueueStates;
import io.banyan.rpc.wire.client.RequestReader;
import io.banyan.rpc.wire.client.RequestWriter;
import io.banyan.rpc.wire.client.RescaleMessages;
import io.banyan.rpc.wire.client.ReservationMessages;
import io.banyan.v1.JournalEvent;
import io.banyan.v1.JournalRecord;
import io.banyan.v1.JournalShortened;
import java.util.List;
import java.util.Optional;

/**
 * The conversion of the occasions of records in a journal. Data that is in the decisions beside it is not written
 * twice.
 */
final class JournalCauses {
    private JournalCauses() {}

    /** Adds it to a record. */
    static void write(JournalCause cause, List<Decision> decisions, JournalRecord.Builder record) {
        switch (cause) {
            case JournalCause.Happened(Event event, JobId nextJob) ->
                record.setEvent(write(event, decisions).setNextJob(nextJob.value()));
            case JournalCause.Untold(String kind) ->
                record.setEvent(JournalEvent.newBuilder().setUntold(kind));
            case JournalCause.Begun(var config) -> record.setBegun(Configurations.write(config));
            case JournalCause.Shortened(var weights) ->
                record.setShortened(JournalShortened.newBuilder().putAllWeights(weights));
        }
    }

    /** That of a record with these decisions; empty where it has none. */
    static Optional<JournalCause> read(JournalRecord record, List<Decision> decisions) throws WireException {
        return switch (record.getOccasionCase()) {
            case EVENT -> Optional.of(read(record.getEvent(), decisions));
            case BEGUN ->
                Optional.of(CheckedMessage.value(() -> new JournalCause.Begun(Configurations.read(record.getBegun()))));
            case SHORTENED ->
                Optional.of(new JournalCause.Shortened(record.getShortened().getWeightsMap()));
            case OCCASION_NOT_SET -> Optional.empty();
        };
    }

    // ---- events ---------------------------------------------------------------------------------------------------

    private static JournalEvent.Builder write(Event event, List<Decision> decisions) {
        var message = JournalEvent.newBuilder();
        switch (event) {
            case Event.ClientAsked asked -> {
                if (!asked.asker().equals(Principal.OWNER)) {
                    message.setAsker(asked.asker().name())
                            .setRole(asked.asker().role().toString())
                            .setOsUser(asked.asker().osUser().orElse(""));
                }
                write(asked.request(), decisions, message);
            }
            case Event.JobFinished it -> message.setFinished(finished(it));
            case Event.TimeReached it -> message.setTimeReached(true);
            case Event.Restarted it -> message.setRestarted(true);
            case Event.StopAsked it -> message.setStopAsked(true);
            case Event.RescaleAnswered it ->
                message.setRescaleAnswered(RescaleMessages.write(
                        new RescaleRequest.Reply(it.job(), it.number(), it.isAccepted(), it.why())));
            case Event other -> message.setUntold(other.getClass().getSimpleName());
        }
        return message;
    }

    private static JournalEvent.JobFinished finished(Event.JobFinished finished) {
        var message = JournalEvent.JobFinished.newBuilder()
                .setJob(finished.job().value())
                .setFailed(finished.isFailed())
                .setDetail(finished.detail())
                .setByItself(finished.byItself());
        finished.usage().ifPresent(usage -> message.setUsage(UsageMessages.write(usage)));
        return message.build();
    }

    private static Event.JobFinished finished(JournalEvent.JobFinished message) throws WireException {
        return new Event.JobFinished(
                new JobId(message.getJob()),
                message.getFailed(),
                message.getDetail(),
                message.getByItself(),
                message.hasUsage() ? Optional.of(UsageMessages.read(message.getUsage())) : Optional.empty());
    }

    private static void write(Request request, List<Decision> decisions, JournalEvent.Builder message) {
        switch (request) {
            case JobRequest.Submit it ->
                message.setSubmit(
                        submitted(decisions).filter(it.jobspec()::equals).isPresent()
                                ? QueueMessages.besides(it).build()
                                : QueueMessages.write(it));
            case JobRequest.SubmitAll it -> message.setSubmitAll(BulkMessages.besides(it, submittedIn(decisions)));
            case JobRequest.Urge it -> message.setUrge(QueueMessages.write(it));
            case JobRequest.Requeue it -> message.setRequeue(QueueMessages.write(it));
            case JobRequest.Limit it -> message.setLimit(QueueMessages.write(it));
            case JobRequest.Cancel it -> message.setCancel(RequestWriter.write(it));
            case JobRequest.PartialCancel it -> message.setPartialCancel(EditRequests.write(it));
            case JobRequest.Match it -> message.setMatch(RequestWriter.write(it));
            case JobRequest.MultiMatch it -> message.setMultiMatch(RequestWriter.write(it));
            case JobRequest.Update it -> message.setUpdate(EditRequests.write(it));
            case Request.Grow it -> message.setGrow(RequestWriter.write(it));
            case Request.Shrink it -> message.setShrink(RequestWriter.write(it));
            case Request.SetStatus it -> message.setSetStatus(EditRequests.write(it));
            case Request.SetProperty it -> message.setSetProperty(EditRequests.write(it));
            case Request.Remove it -> message.setRemove(EditRequests.write(it));
            case Request.Attach it -> message.setAttach(true);
            case Request.Stop it -> message.setStop(true);
            case Request.Suspend it -> message.setSuspend(true);
            case JobRequest.SetQueue it -> message.setSetQueue(QueueStates.write(it));
            case RescaleRequest.Propose it -> message.setPropose(RescaleMessages.write(it));
            case RescaleRequest.Reply it -> message.setRescaleReply(RescaleMessages.write(it));
            case ReservationRequest.Create it -> message.setCreateReservation(ReservationMessages.write(it));
            case ReservationRequest.Book it -> message.setBookReservations(BookingMessages.write(it));
            case ReservationRequest.Cancel it -> message.setCancelReservation(ReservationMessages.write(it));
            case Request.Abandon it -> message.setUntold("Abandon");
            case Request.Spawn it -> message.setUntold("Spawn");
            case Request.Reclaim it -> message.setUntold("Reclaim");
            // A query changes nothing; the journal records only the passage of time.
            case Request question -> message.setTimeReached(true);
        }
    }

    private static JournalCause read(JournalEvent event, List<Decision> decisions) throws WireException {
        Optional<Request> request;
        try {
            request = request(event, decisions);
        } catch (WireException refusedByNow) {
            // An earlier version took the request, and its decisions are beside it.
            return new JournalCause.Untold(event.getEventCase().name());
        }
        if (request.isPresent()) {
            return asked(event, request.get());
        }
        return switch (event.getEventCase()) {
            case FINISHED -> happened(event, finished(event.getFinished()));
            case TIME_REACHED -> happened(event, new Event.TimeReached());
            case RESTARTED -> happened(event, new Event.Restarted());
            case STOP_ASKED -> happened(event, new Event.StopAsked());
            case RESCALE_ANSWERED -> {
                RescaleRequest.Reply it = RescaleMessages.read(event.getRescaleAnswered());
                yield happened(event, new Event.RescaleAnswered(it.job(), it.number(), it.isAccepted(), it.why()));
            }
            case UNTOLD -> CheckedMessage.value(() -> new JournalCause.Untold(event.getUntold()));
            // Of a later version, or a request that does not say enough.
            default -> new JournalCause.Untold("unknown");
        };
    }

    private static JournalCause happened(JournalEvent message, Event event) throws WireException {
        return CheckedMessage.value(() -> new JournalCause.Happened(event, new JobId(message.getNextJob())));
    }

    private static JournalCause asked(JournalEvent event, Request request) throws WireException {
        Principal asker = event.getAsker().isEmpty()
                ? Principal.OWNER
                : CheckedMessage.value(() -> new Principal(
                        event.getAsker(), Role.parse(event.getRole()), RecordMessages.osUser(event.getOsUser())));
        return happened(event, new Event.ClientAsked("again", asker, request));
    }

    private static Optional<Request> request(JournalEvent event, List<Decision> decisions) throws WireException {
        return switch (event.getEventCase()) {
            case SUBMIT -> submit(event, decisions);
            case SUBMIT_ALL -> Optional.of(BulkMessages.read(event.getSubmitAll(), submittedIn(decisions)));
            case URGE -> Optional.of(QueueMessages.read(event.getUrge()));
            case REQUEUE -> Optional.of(QueueMessages.read(event.getRequeue()));
            case LIMIT -> Optional.of(QueueMessages.read(event.getLimit()));
            case CANCEL -> Optional.of(RequestReader.read(event.getCancel()));
            case PARTIAL_CANCEL -> Optional.of(EditRequests.read(event.getPartialCancel()));
            case MATCH -> Optional.of(RequestReader.read(event.getMatch()));
            case MULTI_MATCH -> Optional.of(RequestReader.read(event.getMultiMatch()));
            case UPDATE -> Optional.of(EditRequests.read(event.getUpdate()));
            case GROW -> Optional.of(RequestReader.read(event.getGrow()));
            case SHRINK -> Optional.of(RequestReader.read(event.getShrink()));
            case SET_STATUS -> Optional.of(EditRequests.read(event.getSetStatus()));
            case SET_PROPERTY -> Optional.of(EditRequests.read(event.getSetProperty()));
            case REMOVE -> Optional.of(EditRequests.read(event.getRemove()));
            case ATTACH -> attach(decisions);
            case STOP -> Optional.of(new Request.Stop());
            case SUSPEND -> Optional.of(new Request.Suspend());
            case SET_QUEUE -> Optional.of(QueueStates.read(event.getSetQueue()));
            case PROPOSE -> Optional.of(RescaleMessages.read(event.getPropose()));
            case RESCALE_REPLY -> Optional.of(RescaleMessages.read(event.getRescaleReply()));
            case CREATE_RESERVATION ->
                Optional.of(ReservationMessages.read(event.getCreateReservation(), event.getAsker()));
            case BOOK_RESERVATIONS -> Optional.of(BookingMessages.read(event.getBookReservations(), event.getAsker()));
            case CANCEL_RESERVATION -> Optional.of(ReservationMessages.read(event.getCancelReservation()));
            case FINISHED, TIME_REACHED, RESTARTED, STOP_ASKED, RESCALE_ANSWERED, UNTOLD, EVENT_NOT_SET ->
                Optional.empty();
        };
    }

    private static Optional<Request> submit(JournalEvent event, List<Decision> decisions) throws WireException {
        if (!event.getSubmit().getJobspec().isEmpty()) {
            return Optional.of(QueueMessages.read(event.getSubmit()));
        }
        Optional<Jobspec> jobspec = submitted(decisions);
        return jobspec.isEmpty() ? Optional.empty() : Optional.of(QueueMessages.read(event.getSubmit(), jobspec.get()));
    }

    /** The jobspec of a submission; decisions before it come from time. A queue may have changed the jobspec. */
    private static Optional<Jobspec> submitted(List<Decision> decisions) {
        return submittedIn(decisions).stream().findFirst();
    }

    /** The jobspecs of all that was submitted, in its order. */
    private static List<Jobspec> submittedIn(List<Decision> decisions) {
        return decisions.stream()
                .filter(JobDecision.JobSubmitted.class::isInstance)
                .map(decision -> ((JobDecision.JobSubmitted) decision).jobspec())
                .toList();
    }

    private static Optional<Request> attach(List<Decision> decisions) {
        return decisions.stream()
                .filter(EditDecision.Attached.class::isInstance)
                .<Request>map(decision ->
                        new Request.Attach(((EditDecision.Attached) decision).subgraph(), MatchRules.FLUXION))
                .findFirst();
    }
}
