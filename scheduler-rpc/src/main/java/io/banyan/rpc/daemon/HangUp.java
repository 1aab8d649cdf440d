package io.banyan.rpc.daemon;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the signal SIGHUP does to a daemon. Java has no public way to hear of a signal; the classes that can are exported by the module {@code
 * jdk.unsupported}, and are reached by their names, since the compiler warns of them.
 */
final class HangUp {
    private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";
    private static final String NAME = "HUP";

    private final @Nullable Object previous;

    private HangUp(@Nullable Object previous) {
        this.previous = previous;
    }

    /** From now on the signal runs this, on a thread of its own. Where this machine has no such signal, a warning is logged. */
    static HangUp runs(Runnable action) {
        try {
            Class<?> signal = Class.forName(SIGNAL);
            MethodHandle run = MethodHandles.publicLookup()
                    .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                    .bindTo(action);
            return new HangUp(set(MethodHandleProxies.asInterfaceInstance(
                    Class.forName(HANDLER), MethodHandles.dropArguments(run, 0, signal))));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            LOG.warn(
                    "There is no signal SIGHUP here, so that the configuration is read only at the start: {}",
                    e.toString());
            return new HangUp(null);
        }
    }

    private static Object set(Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName(SIGNAL);
        return signal.getMethod("handle", signal, Class.forName(HANDLER))
                .invoke(null, signal.getConstructor(String.class).newInstance(NAME), handler);
    }

    /** The signal does again what it did before. */
    void close() {
        if (previous != null) {
            try {
                set(previous);
            } catch (ReflectiveOperationException e) {
                LOG.warn("The signal SIGHUP is not given back", e);
            }
        }
    }
}
