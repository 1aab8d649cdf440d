package io.banyan.rpc.security;

import io.banyan.instance.message.value.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The least role for each method that a client can call: a method outside this table is always refused. The instance
 * decides which jobs a user may see and change, because it knows their owners.
 */
final class Permissions {
    private static final Map<String, Role> LEAST = new HashMap<>();

    static {
        put(
                "banyan.v1.Scheduler",
                Role.READER,
                "Explain",
                "Jobs",
                "Count",
                "History",
                "Info",
                "Overview",
                "Find",
                "Stat",
                "GetStatus",
                "GetProperties",
                "Nodes");
        put(
                "banyan.v1.Scheduler",
                Role.USER,
                "Match",
                "MultiMatch",
                "Update",
                "Grow",
                "Shrink",
                "Reclaim",
                "Cancel",
                "PartialCancel");
        put("banyan.v1.Scheduler", Role.ADMIN, "Abandon", "SetStatus", "SetProperty", "Attach", "Remove");
        // It may run a program, or cost calls to a cloud.
        put("banyan.v1.Providers", Role.USER, "Estimate");
        put(
                "banyan.v1.Queue",
                Role.USER,
                "Submit",
                "SubmitAll",
                "Urge",
                "Requeue",
                "Limit",
                "Signal",
                "Output",
                "Input");
        put("banyan.v1.Malleable", Role.USER, "Propose", "Answer", "Attend");
        put("banyan.v1.Malleable", Role.READER, "Slots");
        put("banyan.v1.Queue", Role.READER, "Pending", "Priorities", "Timeline", "Horizon", "Queues", "Usage");
        put("banyan.v1.Queue", Role.ADMIN, "SetQueue");
        put("banyan.v1.Reservations", Role.READER, "List");
        put("banyan.v1.Reservations", Role.USER, "Book", "Cancel");
        put("banyan.v1.Reservations", Role.ADMIN, "Create");
        put("banyan.v1.Watch", Role.READER, "Events");
        put("banyan.v1.Instances", Role.READER, "Tree");
        put("banyan.v1.Instances", Role.USER, "Spawn");
        put("banyan.v1.Instances", Role.ADMIN, "Stop");
        put("grpc.health.v1.Health", Role.READER, "Check", "Watch");
        put("grpc.reflection.v1.ServerReflection", Role.READER, "ServerReflectionInfo");
        put("grpc.reflection.v1alpha.ServerReflection", Role.READER, "ServerReflectionInfo");
    }

    private Permissions() {}

    private static void put(String service, Role least, String... methods) {
        for (String method : methods) {
            LEAST.put(service + "/" + method, least);
        }
    }

    /**
     * Returns the least role for a method by its full name, such as {@code banyan.v1.Scheduler/Match}; empty for a
     * method that is always refused.
     */
    static Optional<Role> least(String method) {
        return Optional.ofNullable(LEAST.get(method));
    }

    /** Whether a method changes something: those that a reader may not call. */
    static boolean isChange(String method) {
        Role least = LEAST.get(method);
        return least == null || least != Role.READER;
    }
}
