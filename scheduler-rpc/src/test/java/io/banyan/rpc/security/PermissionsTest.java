package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.Role;
import io.banyan.v1.HierarchyGrpc;
import io.banyan.v1.InstancesGrpc;
import io.banyan.v1.MalleableGrpc;
import io.banyan.v1.ProvidersGrpc;
import io.banyan.v1.QueueGrpc;
import io.banyan.v1.ReservationsGrpc;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.WatchGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermissionsTest {
    private static final List<ServiceDescriptor> SERVICES = List.of(
            SchedulerGrpc.getServiceDescriptor(),
            QueueGrpc.getServiceDescriptor(),
            MalleableGrpc.getServiceDescriptor(),
            ReservationsGrpc.getServiceDescriptor(),
            ProvidersGrpc.getServiceDescriptor(),
            WatchGrpc.getServiceDescriptor(),
            InstancesGrpc.getServiceDescriptor(),
            HealthGrpc.getServiceDescriptor(),
            ServerReflectionGrpc.getServiceDescriptor(),
            io.grpc.reflection.v1alpha.ServerReflectionGrpc.getServiceDescriptor());

    @Test
    void everyMethodOfEveryServiceHasARow() {
        for (ServiceDescriptor service : SERVICES) {
            for (MethodDescriptor<?, ?> method : service.getMethods()) {
                assertThat(Permissions.least(method.getFullMethodName()))
                        .as(method.getFullMethodName())
                        .isPresent();
            }
        }
    }

    /** Besides health and reflection, which the page names as such. */
    @Test
    void everyMethodOfBanyanIsInTheTableOfThePageForUsers() throws IOException {
        String page = Files.readString(Path.of("../docs/admin/security.md"));
        String roles = page.substring(page.indexOf("## Roles"), page.indexOf("## Tokens"));
        for (ServiceDescriptor service : SERVICES) {
            for (MethodDescriptor<?, ?> method : service.getMethods()) {
                if (service.getName().startsWith("banyan.")) {
                    assertThat(roles).containsPattern("[`/]" + method.getBareMethodName() + "`");
                }
            }
        }
    }

    @Test
    void whatIsNotInTheTableNobodyMayCall() {
        assertThat(Permissions.least("banyan.v1.Scheduler/Conquer")).isEmpty();
        assertThat(Permissions.isChange("banyan.v1.Scheduler/Conquer")).isTrue();
    }

    @Test
    void noClientOpensASession() {
        assertThat(Permissions.least(HierarchyGrpc.getSessionMethod().getFullMethodName()))
                .isEmpty();
    }

    @Test
    void whatAReaderMayCallChangesNothing() {
        assertThat(Permissions.isChange("banyan.v1.Scheduler/Jobs")).isFalse();
        assertThat(Permissions.isChange("banyan.v1.Scheduler/Match")).isTrue();
        assertThat(Permissions.least("banyan.v1.Instances/Stop")).contains(Role.ADMIN);
    }
}
