package io.banyan.cli.call;

import io.banyan.cli.look.WaitText;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs of a selection, asked for in pages. A page is one moment. Pages follow each other by the numbers of the
 * jobs, so that no job is on two of them and none that is there all the time is missing.
 */
public final class JobPages {
    private static final int PAGE = 10_000;

    private JobPages() {}

    /** All jobs that a request is about, page by page. */
    public static JobAnswer.Jobs all(BanyanClient client, JobRead.Jobs request) throws ClientException {
        List<JobRecord> jobs = new ArrayList<>();
        List<Waiting> waiting = new ArrayList<>();
        boolean areMore = true;
        while (areMore) {
            long after = jobs.isEmpty() ? 0 : jobs.getLast().id().value();
            JobAnswer.Jobs page = client.jobs(new JobRead.Jobs(
                    request.selection(),
                    request.ended(),
                    request.accounted(),
                    request.reasons(),
                    request.most(),
                    PAGE,
                    after));
            jobs.addAll(page.jobs());
            waiting.addAll(page.waiting());
            areMore = page.areMore() && !page.jobs().isEmpty();
        }
        return new JobAnswer.Jobs(jobs, waiting, false);
    }

    /** The jobs of these numbers that the instance remembers, ended ones too. */
    public static List<JobRecord> of(BanyanClient client, IdSet ids) throws ClientException {
        return all(client, request(byId(ids), true, JobRead.Reasons.NONE)).jobs();
    }

    /** One job, and why it waits; nothing where the instance does not remember it. */
    public static Optional<Described> describe(BanyanClient client, JobId id) throws ClientException {
        JobAnswer.Jobs found = client.jobs(request(byId(IdSet.of(id.value())), true, JobRead.Reasons.ESTIMATED));
        return found.jobs().stream()
                .findFirst()
                .map(job -> new Described(
                        job, WaitText.of(job, found.waiting().stream().findFirst())));
    }

    /**
     * A job, and why it waits.
     *
     * @param why empty where it does not wait, or has a plan
     */
    public record Described(JobRecord job, String why) {}

    public static JobRead.Jobs request(JobSelection selection, boolean ended, JobRead.Reasons reasons) {
        return new JobRead.Jobs(selection, ended, false, reasons, 0, 0, 0);
    }

    private static JobSelection byId(IdSet ids) {
        return new JobSelection(ids, List.of(), Set.of(), Set.of(), Set.of(), Set.of(), true);
    }
}
