package io.banyan.queue;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The usage of each payer, where past use decays with time. The usage of running jobs grows all the time; it is added
 * when it is queried, in one step for any span. O(log users) for each change.
 */
public final class DecayedUsage {
    /** The usage, of a core for a second, that counts as nothing. */
    private static final double NOTHING = 1e-6;

    private final double perMilli;
    private final TreeMap<Payer, Running> byPayer = new TreeMap<>();

    /** A user of an account; the account may be empty ({@link FairShare#payer}). */
    public record Payer(String account, String user) implements Comparable<Payer> {
        @Override
        public int compareTo(Payer other) {
            int byAccount = account.compareTo(other.account);
            return byAccount != 0 ? byAccount : user.compareTo(other.user);
        }
    }

    private record Running(double used, double rate, long atMillis) {}

    /** Creates a record without usage. */
    public DecayedUsage(FairShare fairShare) {
        this.perMilli = StrictMath.log(2) / ((double) fairShare.halfLifeSec() * 1000);
    }

    /** Changes the rate at which a payer uses resources from now on. */
    public void change(Payer payer, double rate, long nowMillis) {
        Running before = byPayer.getOrDefault(payer, new Running(0, 0, nowMillis));
        byPayer.put(payer, new Running(at(before, nowMillis), Math.max(0, before.rate + rate), nowMillis));
    }

    /** Returns the counted usage of every payer until now; a payer with next to nothing is left out. */
    public SortedMap<Payer, Double> at(long nowMillis) {
        SortedMap<Payer, Double> all = new TreeMap<>();
        byPayer.forEach((payer, running) -> all.put(payer, at(running, nowMillis)));
        all.values().removeIf(used -> used < NOTHING);
        return Collections.unmodifiableSortedMap(all);
    }

    /** So much it is: an earlier process has counted it. */
    public void set(SortedMap<Payer, Double> used, long nowMillis) {
        byPayer.replaceAll((payer, running) -> new Running(0, running.rate, nowMillis));
        used.forEach((payer, amount) -> byPayer.compute(
                payer, (it, running) -> new Running(amount, running == null ? 0 : running.rate, nowMillis)));
        byPayer.values().removeIf(running -> running.rate == 0 && running.used == 0);
    }

    /** With a constant rate r, the counted usage approaches r / decay. */
    private double at(Running running, long nowMillis) {
        double decayed = StrictMath.exp(-perMilli * (double) Math.max(0, nowMillis - running.atMillis));
        return running.used * decayed + running.rate / (perMilli * 1000) * (1 - decayed);
    }

    @Override
    public String toString() {
        return byPayer.toString();
    }
}
