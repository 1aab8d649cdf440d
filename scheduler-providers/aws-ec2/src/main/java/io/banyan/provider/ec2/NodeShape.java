package io.banyan.provider.ec2;

/**
 * The resources that a node has or that a slot needs.
 *
 * @param cores physical ones
 * @param memoryGb in gibibytes, which EC2 and its price lists call GB
 */
record NodeShape(long cores, long memoryGb, long gpus) {
    static final NodeShape NOTHING = new NodeShape(0, 0, 0);

    NodeShape plus(NodeShape other, long times) {
        return new NodeShape(
                saturated(cores, other.cores, times),
                saturated(memoryGb, other.memoryGb, times),
                saturated(gpus, other.gpus, times));
    }

    private static long saturated(long a, long b, long times) {
        return b > (Long.MAX_VALUE - a) / Math.max(1, times) ? Long.MAX_VALUE : a + b * times;
    }

    boolean isNothing() {
        return equals(NOTHING);
    }

    /** How often the other one fits in here, all at once; of nothing, any number does, and 1 is said. */
    long holds(NodeShape other) {
        if (other.isNothing()) {
            return 1;
        }
        return Math.min(fit(cores, other.cores), Math.min(fit(memoryGb, other.memoryGb), fit(gpus, other.gpus)));
    }

    private static long fit(long has, long wants) {
        return wants == 0 ? Long.MAX_VALUE : has / wants;
    }

    /** For people: {@code 4 cores, 16 GB}. */
    @Override
    public String toString() {
        return cores + " cores, " + memoryGb + " GB" + (gpus == 0 ? "" : ", " + gpus + " GPUs");
    }
}
