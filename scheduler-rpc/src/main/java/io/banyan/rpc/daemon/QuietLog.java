package io.banyan.rpc.daemon;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * The log of a process that is not, or not yet, a daemon: warnings to standard error. Logback's service loader finds
 * it.
 */
public final class QuietLog extends ContextAwareBase implements Configurator {
    /** For the service loader. */
    public QuietLog() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(DaemonLog.console(context));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
