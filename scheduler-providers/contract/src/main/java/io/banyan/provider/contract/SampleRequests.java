package io.banyan.provider.contract;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.provider.ProvisionRequest;

/** Jobspecs and requests as the tests of providers need them. */
public final class SampleRequests {
    private static final int MOST_VERTICES = 100_000;
    private static final long MINUTE_MILLIS = 60_000;

    private SampleRequests() {}

    /**
     * So many nodes, each with at least so many cores; a count is as in a jobspec, such as {@code 2} or
     * {@code {min: 1, max: 4}}.
     */
    public static Jobspec nodes(String count, int cores) {
        return jobspec("[{type: slot, count: " + count
                + ", label: s, with: [{type: node, count: 1, with: [{type: core, count: " + cores + "}]}]}]");
    }

    /** A jobspec of these resources, in YAML of one line. */
    public static Jobspec jobspec(String resources) {
        return jobspec(resources, "{}");
    }

    /** A jobspec with the given resources and a constraint. */
    public static Jobspec jobspec(String resources, String constraint) {
        String text = "version: 9999\nresources: " + resources
                + "\ntasks: [{command: [app], slot: s, count: {per_slot: 1}}]\nattributes: {system: {duration: 0, constraints: "
                + constraint + "}}\n";
        try {
            return JobspecReader.read(text, "test");
        } catch (JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A request with a minute of time. */
    public static ProvisionRequest request(String id, Jobspec jobspec) {
        return new ProvisionRequest(
                id, jobspec, MINUTE_MILLIS, MOST_VERTICES, new ProvisionRequest.Asker("alice", "7"));
    }
}
