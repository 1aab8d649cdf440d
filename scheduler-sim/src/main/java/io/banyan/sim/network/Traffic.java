package io.banyan.sim.network;

/** The load of each link in a round of messages: the number of messages that pass it. Immutable. */
public final class Traffic {
    private final double[] loads;
    private final double busiest;
    private final double meanHops;

    /** Takes the loads as they are. */
    Traffic(double[] loads, long messages) {
        this.loads = loads;
        double most = 0;
        double sum = 0;
        for (double load : loads) {
            most = Math.max(most, load);
            sum += load;
        }
        this.busiest = most;
        this.meanHops = messages == 0 ? 0 : sum / messages;
    }

    /** The load of the busiest link. */
    public double busiest() {
        return busiest;
    }

    /** The mean number of links that a message passes. */
    public double meanHops() {
        return meanHops;
    }

    /** The load of a link. */
    double load(int link) {
        return loads[link];
    }

    /** Adds a multiple of the loads to those of all jobs. O(links). */
    void addTo(double[] all, double factor) {
        for (int link = 0; link < loads.length; link++) {
            all[link] += factor * loads[link];
        }
    }
}
