package io.banyan.workflow.plan;

import java.util.List;

/** A constraint that a plan breaks. */
public sealed interface PlanFault {
    /** Returns one sentence about the fault. */
    String sentence();

    /** A plan with more or fewer places than there are blocks. */
    record WrongCount(int blocks, int placements) implements PlanFault {
        @Override
        public String sentence() {
            return "The plan has " + placements + " places, but the problem has " + blocks + " blocks.";
        }
    }

    /** A block that starts before its earliest slot. */
    record TooEarly(String block, int start, int earliest) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " starts in slot " + start + ", before its earliest slot " + earliest + ".";
        }
    }

    /** A block that ends after the last slot. */
    record TooLate(String block, int end, int slots) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " ends with slot " + (end - 1) + ", but the last slot is " + (slots - 1) + ".";
        }
    }

    /** A resource that the profile does not have. */
    record UnknownResource(String block, int resource) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " holds resource " + resource + ", which does not exist.";
        }
    }

    /** A resource that a block holds twice. */
    record Repeated(String block, int resource) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " holds resource " + resource + " twice.";
        }
    }

    /** A block that holds another number of resources of a type than it needs (y_ij in the paper). */
    record WrongAmount(String block, String type, int needed, int held) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " needs " + needed + " of type " + type + ", but holds " + held + ".";
        }
    }

    /** A block whose resources do not lie on the right number of nodes. */
    record WrongNodes(String block, int needed, int held) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " needs " + needed + " nodes, but lies on " + held + ".";
        }
    }

    /** A block that holds another number of resources on a node than it needs on each. */
    record SplitNode(String block, String node, String type, int needed, int held) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " needs " + needed + " of type " + type + " on each node, but holds " + held
                    + " on node " + node + ".";
        }
    }

    /** A block that holds a resource in a slot in which somebody else has it. */
    record Busy(String block, int resource, int slot) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " holds resource " + resource + " in slot " + slot
                    + ", in which the resource is busy.";
        }
    }

    /** Two blocks that hold one resource in one slot. */
    record Overlap(String block, String other, int resource, int slot) implements PlanFault {
        @Override
        public String sentence() {
            return "Blocks " + block + " and " + other + " both hold resource " + resource + " in slot " + slot + ".";
        }
    }

    /** A block that starts before one that it waits for has ended. */
    record OutOfOrder(String block, String before) implements PlanFault {
        @Override
        public String sentence() {
            return "Block " + block + " starts before block " + before + " has ended, which it waits for.";
        }
    }

    /** Blocks that must start in the same slot, and do not. */
    record NotTogether(List<String> blocks) implements PlanFault {
        /** Copies the list. */
        public NotTogether {
            blocks = List.copyOf(blocks);
        }

        @Override
        public String sentence() {
            return "Blocks " + String.join(", ", blocks) + " do not start in the same slot.";
        }
    }

    /** Blocks that must run on one node, and do not. */
    record NotSameNode(List<String> blocks) implements PlanFault {
        /** Copies the list. */
        public NotSameNode {
            blocks = List.copyOf(blocks);
        }

        @Override
        public String sentence() {
            return "Blocks " + String.join(", ", blocks) + " do not run on one node.";
        }
    }

    /** A node whose memory is not enough in a slot. */
    record MemoryExceeded(String node, int slot, long neededMib, long memoryMib) implements PlanFault {
        @Override
        public String sentence() {
            return "Node " + node + " has " + memoryMib + " MiB of memory, but needs " + neededMib + " MiB in slot "
                    + slot + ".";
        }
    }
}
