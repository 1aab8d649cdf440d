package io.banyan.rpc.trace;

import io.grpc.Context;
import io.grpc.Metadata;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The name of one call: the caller's own, or one that is made here, which costs a count and no randomness. It travels
 * in the header and the trailer {@code banyan-request-id}, in the context of the call, and with the request to the
 * thread that decides on it. Where a line is logged, the log asks for it: a call that logs nothing pays nothing.
 */
public final class RequestId {
    /** Header and trailer. */
    public static final Metadata.Key<String> HEADER =
            Metadata.Key.of("banyan-request-id", Metadata.ASCII_STRING_MARSHALLER);

    /** None. */
    public static final String NONE = "";

    static final Context.Key<String> IN_CONTEXT = Context.keyWithDefault("banyan-request-id", NONE);

    private static final int LONGEST = 64;
    private static final int PREFIX_BYTES = 4;
    private static final int RADIX = 36;
    private static final String PREFIX = prefix();
    private static final AtomicLong COUNT = new AtomicLong();
    /** The request on whose decision the thread works, if it is not the call of its context. */
    private static final ThreadLocal<@Nullable String> DECIDED = new ThreadLocal<>();

    private RequestId() {}

    private static String prefix() {
        var bytes = new byte[PREFIX_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes) + "-";
    }

    /** One that was not given out before by this process, and hardly by another. */
    static String fresh() {
        return PREFIX + Long.toString(COUNT.incrementAndGet(), RADIX);
    }

    /**
     * The caller's own if it has one that can be shown anywhere: up to 64 letters, digits and {@code . _ : -}; else a
     * fresh one.
     */
    static String of(Metadata headers) {
        String given = headers.get(HEADER);
        return given != null && isValid(given) ? given : fresh();
    }

    private static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!isWord && c != '.' && c != '_' && c != ':' && c != '-') {
                return false;
            }
        }
        return true;
    }

    /** The request on which this thread works; {@link #NONE} if there is none. */
    public static String current() {
        String decided = DECIDED.get();
        return decided == null ? IN_CONTEXT.get() : decided;
    }

    /** A context in which the request has this id, which another daemon gave it. */
    public static Context in(Context context, String id) {
        return context.withValue(IN_CONTEXT, isValid(id) ? id : fresh());
    }

    /** From now on this thread works on that request, or, with {@link #NONE}, on no request. */
    public static void begin(String id) {
        DECIDED.set(id);
    }

    /** Does this for that request, and goes on with the one on which this thread worked before. */
    public static void during(String id, Runnable action) {
        String before = DECIDED.get();
        DECIDED.set(id);
        try {
            action.run();
        } finally {
            DECIDED.set(before);
        }
    }

    /** Ends the work of this thread on a request. */
    public static void end() {
        DECIDED.remove();
    }
}
