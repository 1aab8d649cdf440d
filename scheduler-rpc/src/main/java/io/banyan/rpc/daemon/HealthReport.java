package io.banyan.rpc.daemon;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.util.ArrayList;
import java.util.List;

/**
 * The health of a daemon as {@code grpc.health.v1.Health} reports it: one status for the daemon, under the empty name,
 * and the same status for each of its services by name. Any thread may call.
 */
final class HealthReport {
    private final HealthStatusManager statuses = new HealthStatusManager();
    private final List<String> names = new ArrayList<>(List.of(HealthStatusManager.SERVICE_NAME_ALL_SERVICES));

    /** Reports that the daemon does not serve, until it does. */
    HealthReport() {
        report(false);
    }

    /** The service that answers. */
    BindableService service() {
        return statuses.getHealthService();
    }

    /**
     * Adds services, which have the status that the daemon has before it serves. For one thread, before clients can
     * call.
     */
    void covers(List<BindableService> services) {
        services.forEach(service ->
                names.add(service.bindService().getServiceDescriptor().getName()));
        report(false);
    }

    /** Reports whether the daemon serves. */
    void report(boolean serves) {
        ServingStatus status = serves ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
        names.forEach(name -> statuses.setStatus(name, status));
    }

    /** Reports that the daemon stops; nothing that is reported later changes that. */
    void retire() {
        statuses.enterTerminalState();
    }
}
