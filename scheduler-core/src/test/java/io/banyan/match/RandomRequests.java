package io.banyan.match;

import io.banyan.fixture.Jobs;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Small graphs of at most twelve leaves and requests that they can meet now and then. */
final class RandomRequests {

    private final Random random;

    RandomRequests(Random random) {
        this.random = random;
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    /** A cluster, perhaps with racks, sockets and memory pools of one or of different sizes. */
    String graph() {
        int pool = upTo(3);
        return switch (random.nextInt(6)) {
            case 0 -> "cluster { " + upTo(2) + " rack { " + upTo(3) + " node { 1 socket { " + upTo(2) + " core } } } }";
            case 1 -> "cluster { " + upTo(2) + " node { 2 core, 1 gpu }, " + upTo(2) + " node { 3 core } }";
            case 2 -> "cluster { 2 node { " + upTo(2) + " socket { " + upTo(2) + " core, 1 memory:" + pool + " } } }";
            case 3 -> "cluster { " + upTo(2) + " rack { 2 node { 1 core, 1 gpu, 1 memory:" + pool + " } } }";
            case 4 -> "cluster { 2 node { 2 core, 1 memory:" + pool + ", " + upTo(2) + " memory:" + upTo(4) + " } }";
            default -> "cluster { 2 node { 2 socket { " + upTo(2) + " core, 1 gpu } } }";
        };
    }

    /** Returns a request in the fixture's language, now and then for kinds that the graph does not have together. */
    String request(boolean flexible) {
        if (flexible && random.nextInt(2) == 0) {
            return alternatives();
        }
        String mark = random.nextInt(4) == 0 ? "!" : "";
        String slot = count(2) + " slot { " + inner() + " }";
        return switch (random.nextInt(10)) {
            case 0 -> count(3) + " slot { 1 node }";
            case 1 -> count(2) + " slot { 1 node { " + inner() + " } }";
            case 2 -> count(2) + " slot { 1 socket { " + inner() + " } }";
            case 3 -> count(2) + " node" + mark + " { " + slot + " }";
            case 4 -> count(2) + " node" + mark + " { 1 socket { " + slot + " } }";
            case 5 -> count(4) + " core!, " + count(2) + " gpu!";
            case 6 -> count(2) + " rack" + mark + " { " + count(2) + " node { " + slot + " } }";
            case 7 -> slot;
            case 8 -> count(4) + " memory!";
            default -> count(2) + " " + one(List.of("socket!", "node!", "rack!", "cluster!", "core!"));
        };
    }

    private String inner() {
        String inner = count(2) + " core";
        inner += random.nextInt(3) == 0 ? ", " + upTo(2) + " gpu" : "";
        return inner + (random.nextInt(3) == 0 ? ", " + upTo(4) + " memory" : "");
    }

    /** Exactly some, or at least one and at most some. */
    private String count(int most) {
        int max = upTo(most);
        return random.nextInt(4) == 0 ? "1-" + max : Integer.toString(max);
    }

    /** Slots of different kinds on one level, with the count in the last. */
    private String alternatives() {
        String first = one(List.of("2 core", "1 core, 1 gpu", "1 gpu"));
        String second = one(List.of("1 core", "1 gpu, 2 core", "3 core"));
        String slots = "1 slot { " + first + " }, " + upTo(3) + " slot { " + second + " }";
        return random.nextBoolean() ? slots : upTo(2) + " node { " + slots + " }";
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** The request with a duration and perhaps a constraint; with {@code xor}, slots at its top exclude each other. */
    Jobspec jobspec(String request, boolean xor) {
        List<Resource> resources = Jobs.jobspec(request).resources();
        if (xor && resources.stream().allMatch(Resource::isSlot)) {
            resources = resources.stream().map(RandomRequests::excluding).toList();
        }
        var attributes = new Attributes(
                upTo(20), Optional.empty(), constraint(), Optional.empty(), Map.of(), Map.of(), Map.of());
        return new Jobspec(1, resources, List.of(), attributes);
    }

    private static Resource excluding(Resource slot) {
        var type = new ResourceType("xor_slot");
        return new Resource(type, slot.count(), slot.unit(), slot.exclusive(), slot.with(), slot.label(), slot.id());
    }

    private Constraint constraint() {
        Constraint fast = new Constraint.Properties(List.of(new Constraint.Property("fast", random.nextBoolean())));
        return switch (random.nextInt(10)) {
            case 0 -> fast;
            case 1 -> new Constraint.Not(List.of(fast));
            case 2 -> new Constraint.Ranks(IdSet.parse("0,2"));
            case 3 -> new Constraint.Or(List.of(fast, new Constraint.Hosts(HostList.parse("node[0-1]"))));
            default -> new Constraint.Any();
        };
    }
}
