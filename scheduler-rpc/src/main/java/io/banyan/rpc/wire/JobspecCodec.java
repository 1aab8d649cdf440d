package io.banyan.rpc.wire;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecCache;
import io.banyan.jobspec.JobspecException;

/**
 * Jobspecs as they travel: canonical JSON out, JSON or YAML in. The same ones come again and again, so the latest are
 * remembered.
 */
public final class JobspecCodec {
    private static final JobspecCache LATEST = new JobspecCache();

    private JobspecCodec() {}

    public static Jobspec read(String text) throws WireException {
        try {
            return LATEST.read(text, "jobspec");
        } catch (JobspecException e) {
            throw new WireException(Failure.BAD_JOBSPEC, Failure.sentenceOf(e));
        }
    }
}
