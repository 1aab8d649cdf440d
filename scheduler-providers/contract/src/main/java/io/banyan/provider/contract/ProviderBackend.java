package io.banyan.provider.contract;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProviderContext;
import java.util.List;
import java.util.Set;

/** The source of a provider's resources in a test, such as a fake cloud, a directory or a separate scheduler. */
public interface ProviderBackend extends AutoCloseable {
    /** Creates the provider as a new process of the daemon would. Earlier processes may have been killed. */
    ExternalProvider provider(ProviderContext context);

    /** The names of all outside resources that have not ended, so that a test finds forgotten resources. */
    Set<String> running();

    /** The faults that can occur outside. Each fault is tested separately, with a new backend. */
    List<Fault> faults();

    /** Waits until every operation that was begun outside has completed. */
    void settle() throws InterruptedException;

    @Override
    void close();

    /**
     * A fault in the next call that supplies resources.
     *
     * @param name description for people
     * @param inject causes the fault
     */
    record Fault(String name, Runnable inject) {}
}
