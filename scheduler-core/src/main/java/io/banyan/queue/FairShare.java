package io.banyan.queue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rules of usage and shares.
 *
 * @param halfLifeSec the time after which past usage counts half
 * @param charge the cost of a job per second: the greatest of its amounts, each times this factor
 * @param accounts the accounts that count separately. All others count as one account without a name and with one
 *     share, so that a new account name for each job does not reset usage
 */
public record FairShare(long halfLifeSec, SortedMap<String, Long> charge, List<Account> accounts) {
    /** Where nothing is said. */
    public static final FairShare USUAL =
            new FairShare(7 * 86_400L, new TreeMap<>(Map.of("core", 1L, "node", 1L)), List.of());

    /**
     * The account that pays for jobs: a project or a group.
     *
     * @param shares beside those of the others
     * @param users the shares of its users among each other. If the map is empty, each user has one share; otherwise
     *     only the named users may use the account
     */
    public record Account(String name, long shares, SortedMap<String, Long> users) {
        /** Checks the numbers. */
        public Account {
            if (name.isBlank() || shares < 1 || users.values().stream().anyMatch(it -> it < 1)) {
                throw new IllegalArgumentException(
                        "an account must have a name, and the account and its users must have 1 or more shares, found '"
                                + name + "' with " + shares + " and " + users);
            }
            users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
        }
    }

    /** Checks the time, and that nothing is charged for with nothing. */
    public FairShare {
        if (halfLifeSec < 1 || halfLifeSec > Priority.LONGEST_SEC) {
            throw new IllegalArgumentException(
                    "a half-life must be 1 to " + Priority.LONGEST_SEC + " seconds, found " + halfLifeSec);
        }
        charge.forEach((type, amount) -> {
            if (amount < 1) {
                throw new IllegalArgumentException("a charge must be 1 or more, found " + type + ":" + amount
                        + "; omit resource types without a charge");
            }
        });
        charge = Collections.unmodifiableSortedMap(new TreeMap<>(charge));
        accounts = List.copyOf(accounts);
        long names = accounts.stream().map(Account::name).distinct().count();
        if (names < accounts.size()) {
            throw new IllegalArgumentException("two accounts have the same name: "
                    + accounts.stream().map(Account::name).toList());
        }
    }

    /** Returns the payer of a job of this account, which may be empty, and this user. */
    public DecayedUsage.Payer payer(String account, String user) {
        boolean isKnown = accounts.stream().anyMatch(it -> it.name().equals(account));
        return new DecayedUsage.Payer(isKnown ? account : "", user);
    }

    /** Returns the cost of a job of these amounts in a second. */
    public double cost(Map<String, Long> amounts) {
        double most = 0;
        for (Map.Entry<String, Long> of : charge.entrySet()) {
            most = Math.max(most, (double) of.getValue() * amounts.getOrDefault(of.getKey(), 0L));
        }
        return most;
    }
}
