package io.banyan.rpc.audit;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.banyan.resource.PrintableText;
import java.time.Instant;

/**
 * One line of the audit log.
 *
 * @param atMillis when it was over, since the epoch
 * @param place its origin and its target instance
 * @param what the method, such as {@code Scheduler/Cancel}
 * @param request the id of the call, which is in the log of the daemon too
 * @param job its job; 0 for none
 * @param of its other subject, such as a path; empty for none
 * @param outcome {@code done}, {@code refused} if the resources were not available, {@code unheard} if the asker was
 *     gone before the answer, {@code left-out} if the entry represents many, else the word of the failure
 * @param why the sentence of the failure; empty where there is none
 */
record AuditEntry(
        long atMillis,
        Asker asker,
        Place place,
        String what,
        String request,
        long job,
        String of,
        String outcome,
        String why) {
    private static final int LONGEST_WHY = 300;

    /**
     * The asker of a call.
     *
     * @param name the principal's; {@code job N} for a child instance, empty if unknown
     * @param role the principal's role; empty if unknown
     * @param means how the principal was authenticated; empty if unknown
     */
    record Asker(String name, String role, String means) {
        /** An unknown asker. */
        static final Asker UNKNOWN = new Asker("", "", "");
    }

    /**
     * Where a call came from, and for where.
     *
     * @param from the address of the client
     * @param through the path of the instance that passed it on; empty where the client is connected to this one
     * @param instance to which it is passed on; empty where it is meant for this one
     */
    record Place(String from, String through, String instance) {
        static final Place NONE = new Place("", "", "");
    }

    /** Stands for lines of one asker, each of which would have said that nothing was changed. */
    static AuditEntry leftOut(long atMillis, Asker asker, long count) {
        String why = count + (count == 1 ? " more call" : " more calls") + " that changed nothing";
        return new AuditEntry(atMillis, asker, Place.NONE, "", "", 0, "", "left-out", why);
    }

    /** Writes it as one line of JSON; empty fields are left out. */
    void write(StringBuilder line) {
        line.append("{\"at\":\"").append(Instant.ofEpochMilli(atMillis)).append('"');
        text(line, "who", asker.name);
        text(line, "role", asker.role);
        text(line, "by", asker.means);
        text(line, "from", place.from);
        text(line, "through", place.through);
        text(line, "instance", place.instance);
        text(line, "what", what);
        text(line, "request", request);
        if (job > 0) {
            line.append(",\"job\":").append(job);
        }
        text(line, "of", of);
        text(line, "outcome", outcome);
        text(line, "why", why.length() > LONGEST_WHY ? why.substring(0, LONGEST_WHY) : why);
        line.append("}\n");
    }

    private static void text(StringBuilder line, String key, String value) {
        if (!value.isEmpty()) {
            line.append(",\"").append(key).append("\":\"");
            String quoted = String.valueOf(JsonStringEncoder.getInstance().quoteAsString(value));
            line.append(PrintableText.escaped(quoted)).append('"');
        }
    }
}
