package io.banyan.sim.network;

/**
 * The links with the traffic of all running jobs, as flows: the share of its time for which a link is busy. Not
 * thread-safe.
 */
public final class SharedLinks {
    /** A link is never taken for busier than this by the other jobs, so that each job goes on. */
    private static final double MOST_BUSY = 0.9;

    private final Links links;
    private final double[] busy;

    /** Links without traffic. */
    public SharedLinks(Links links) {
        this.links = links;
        this.busy = new double[links.count()];
    }

    /** The links. */
    public Links links() {
        return links;
    }

    /** Adds the traffic of a job; each message of a round makes a link busy for this share of the time. O(links). */
    public void add(Traffic traffic, double share) {
        traffic.addTo(busy, share);
    }

    /** Removes the traffic of a job that was added with this share. O(links). */
    public void remove(Traffic traffic, double share) {
        traffic.addTo(busy, -share);
    }

    /**
     * The load of the busiest link of a job, where each load is divided by the share of the link's time that the other
     * jobs leave. O(links).
     */
    public double busiest(Traffic traffic) {
        double most = 0;
        for (int link = 0; link < busy.length; link++) {
            double load = traffic.load(link);
            if (load > 0) {
                most = Math.max(most, load / (1 - Math.clamp(busy[link], 0, MOST_BUSY)));
            }
        }
        return most;
    }
}
