package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;

/** A daemon, over gRPC. */
record RemoteBackend(BanyanClient client) implements Backend {

    @Override
    public Answer ask(Request request) {
        try {
            return answer(request);
        } catch (ClientException e) {
            return new Answer.Failed(e.failure().code(), String.valueOf(e.getMessage()));
        }
    }

    private Answer answer(Request request) throws ClientException {
        return switch (request) {
            case JobRequest.Match match -> answer(client.match(match));
            case JobRequest.MultiMatch matches -> client.multiMatch(matches);
            case JobRequest.Update update -> answer(client.update(update));
            case JobRequest.Cancel cancel -> client.cancel(cancel);
            case Request.Abandon abandon -> client.abandon(abandon);
            case JobRequest.PartialCancel part -> client.partialCancel(part);
            case JobRead.Jobs jobs -> client.jobs(jobs);
            case JobRead.JobInfo info -> client.info(info);
            case JobRead.Explain explain -> client.explain(explain);
            case Request.Find find -> client.find(find);
            case Request.Stat stat -> new Answer.Stat(client.stat(stat));
            case Request.SetStatus set -> client.setStatus(set);
            case Request.GetStatus get -> client.status(get);
            case Request.Nodes nodes -> client.nodes(nodes);
            case Request.SetProperty set -> client.setProperty(set);
            case Request.GetProperties get -> client.properties(get);
            case Request.Attach attach -> client.attach(attach);
            case Request.Remove remove -> client.remove(remove);
            case JobRequest.Submit it -> notOfASession(it);
            case JobRequest.SubmitAll it -> notOfASession(it);
            case JobRead.Count it -> notOfASession(it);
            case JobRequest.Urge it -> notOfASession(it);
            case JobRequest.Requeue it -> notOfASession(it);
            case JobRequest.Limit it -> notOfASession(it);
            case RescaleRequest it -> notOfASession(it);
            case JobRead.Pending it -> notOfASession(it);
            case JobRead.Priorities it -> notOfASession(it);
            case JobRead.JobLook it -> notOfASession(it);
            case JobRead.ExplainJob it -> notOfASession(it);
            case JobRead.Overview it -> notOfASession(it);
            case JobRead.Timeline it -> notOfASession(it);
            case JobRead.Horizon it -> notOfASession(it);
            case JobRead.Queues it -> notOfASession(it);
            case JobRequest.SetQueue it -> notOfASession(it);
            case Request.Grow it -> notOfASession(it);
            case Request.Shrink it -> notOfASession(it);
            case Request.Reclaim it -> notOfASession(it);
            case Request.Spawn it -> notOfASession(it);
            case Request.Reach it -> notOfASession(it);
            case Request.Tree it -> notOfASession(it);
            case Request.Stop it -> notOfASession(it);
            case Request.Suspend it -> notOfASession(it);
            case ReservationRequest it -> notOfASession(it);
        };
    }

    private static Answer answer(RequestOutcome<Answer.Matched> outcome) {
        return switch (outcome) {
            case RequestOutcome.Done<Answer.Matched>(Answer.Matched matched) -> matched;
            case RequestOutcome.Refused<Answer.Matched>(Answer.Refused refused) -> refused;
        };
    }

    private static Answer notOfASession(Request request) {
        return new Answer.Failed(
                ErrorCode.INVALID,
                "a session has no command for " + request.getClass().getSimpleName());
    }
}
