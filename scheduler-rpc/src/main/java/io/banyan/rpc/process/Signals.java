package io.banyan.rpc.process;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The handler of a signal to this process. Java has no public interface for signals. The classes for them are in the
 * module {@code jdk.unsupported}; they are reached by name, since the compiler warns of them.
 */
public final class Signals implements AutoCloseable {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    private final String name;
    private final Object previous;

    private Signals(String name, Object previous) {
        this.name = name;
        this.previous = previous;
    }

    /**
     * From now on the signal runs this, on a thread of its own.
     *
     * @param name such as {@code INT}
     * @throws UnsupportedOperationException where this machine has no such signal, or keeps it for itself
     */
    public static Signals on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName(SIGNAL);
            MethodHandle run = MethodHandles.publicLookup()
                    .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                    .bindTo(action);
            Object handler = MethodHandleProxies.asInterfaceInstance(
                    Class.forName(HANDLER), MethodHandles.dropArguments(run, 0, signal));
            return new Signals(name, set(name, handler));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new UnsupportedOperationException(e.toString(), e);
        }
    }

    private static Object set(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signal = Class.forName(SIGNAL);
        return signal.getMethod("handle", signal, Class.forName(HANDLER))
                .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
    }

    /**
     * Restores the earlier effect of the signal.
     *
     * @throws UnsupportedOperationException where that is not possible
     */
    @Override
    public void close() {
        try {
            set(name, previous);
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException(e.toString(), e);
        }
    }
}
