package io.banyan.provider.contract;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProviderContext;
import java.util.List;
import java.util.Set;

/**
 * The place where a provider's resources come from, as a test has it: a fake of a cloud, a directory, a scheduler of
 * its own.
 */
public interface ProviderBackend extends AutoCloseable {
    /** The provider as a new process of the daemon would make it; earlier ones may have ended without a word. */
    ExternalProvider provider(ProviderContext context);

    /** The names of all resources outside that have not ended, so that a test finds what was forgotten. */
    Set<String> running();

    /** The faults that the outside can have. Each is tested alone, with a new outside. */
    List<Fault> faults();

    /**
     * How many looks at the outside {@link #settle} stands for is the outside's own affair: afterwards everything that
     * was begun has happened.
     */
    void settle() throws InterruptedException;

    @Override
    void close();

    /**
     * Something that goes wrong with the next call that brings something.
     *
     * @param name for people
     * @param inject makes the outside do it
     */
    record Fault(String name, Runnable inject) {}
}
