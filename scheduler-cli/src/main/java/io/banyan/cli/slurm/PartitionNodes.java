package io.banyan.cli.slurm;

import io.banyan.instance.message.client.NodeReport;
import io.banyan.resource.Usage;
import io.banyan.rset.HostList;
import io.banyan.schedule.VertexUse;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Nodes of a partition that sinfo shows on one line; never none, except of a partition without nodes. */
record PartitionNodes(QueuePartition partition, List<NodeReport> nodes, ZoneId zone) {
    private static final VertexUse.Quantity NOTHING = new VertexUse.Quantity(0, 0);

    /** Copies the list. */
    PartitionNodes {
        nodes = List.copyOf(nodes);
    }

    /** The states of a node under the names that Slurm gives them. */
    enum State {
        IDLE("idle", "idle"),
        MIXED("mix", "mixed"),
        ALLOCATED("alloc", "allocated"),
        DRAINING("drng", "draining"),
        DRAINED("drain", "drained"),
        DOWN("down", "down"),
        LOST("down*", "down*");

        /** States of Slurm in which no node is here. */
        private static final Set<String> NEVER = Set.of(
                "all",
                "blocked",
                "cloud",
                "comp",
                "completing",
                "fail",
                "failing",
                "future",
                "futr",
                "inval",
                "maint",
                "no_respond",
                "npc",
                "perfctrs",
                "planned",
                "power_down",
                "power_up",
                "powered_down",
                "powering_down",
                "powering_up",
                "reboot",
                "reboot_issued",
                "reboot_requested",
                "reserved",
                "resv",
                "unk",
                "unknown");

        private final String compact;
        private final String extended;

        State(String compact, String extended) {
            this.compact = compact;
            this.extended = extended;
        }

        String compact() {
            return compact;
        }

        String extended() {
            return extended;
        }

        static State of(NodeReport node) {
            return switch (node.state()) {
                case UP -> used(node.use().usage());
                case DRAINING -> DRAINING;
                case DRAINED -> DRAINED;
                case DOWN -> DOWN;
                case LOST -> LOST;
            };
        }

        private static State used(Usage usage) {
            return switch (usage) {
                case FREE -> IDLE;
                case PARTLY_TAKEN -> MIXED;
                case TAKEN -> ALLOCATED;
                case DOWN -> DOWN;
            };
        }

        /**
         * Checks words of {@code sinfo --states}, joined by {@code &}.
         *
         * @throws SlurmFailure where one of them is no state of Slurm
         */
        static void requireKnown(String words) {
            for (String word : words.split("&", -1)) {
                boolean isState = NEVER.contains(word.toLowerCase(Locale.ROOT))
                        || Arrays.stream(values()).anyMatch(state -> state.isMeantBy(word));
                if (!isState) {
                    throw new SlurmFailure("Bad state: " + word);
                }
            }
        }

        /** Whether a word of {@code sinfo --states} means this state. */
        boolean isMeantBy(String word) {
            String name = word.toLowerCase(Locale.ROOT).replace("*", "");
            return name.equals("all")
                    || name.equals(compact.replace("*", ""))
                    || name.equals(extended.replace("*", ""))
                    || (name.equals("drain") && this == DRAINING);
        }

        /** Whether jobs can have it, or have it. */
        boolean isInService() {
            return this == IDLE || this == MIXED || this == ALLOCATED;
        }
    }

    /** How much the nodes have of a type together, and how much of it is used. */
    VertexUse.Quantity sum(String type) {
        long total = 0;
        long used = 0;
        for (NodeReport node : nodes) {
            VertexUse.Quantity quantity = of(node, type);
            total += quantity.total();
            used += quantity.used();
        }
        return new VertexUse.Quantity(total, used);
    }

    /** How much a node has of a type. */
    static VertexUse.Quantity of(NodeReport node, String type) {
        return node.use().below().getOrDefault(type, NOTHING);
    }

    /** How many nodes are in one of these states. */
    long count(State... states) {
        List<State> wanted = List.of(states);
        return nodes.stream().filter(node -> wanted.contains(State.of(node))).count();
    }

    /** The first node, which stands for all of them in fields in which they agree. */
    NodeReport any() {
        return nodes.getFirst();
    }

    HostList names() {
        return HostList.of(nodes.stream().map(NodeReport::name).toList());
    }
}
