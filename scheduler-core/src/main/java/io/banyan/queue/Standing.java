package io.banyan.queue;

import io.banyan.queue.DecayedUsage.Payer;
import io.banyan.queue.FairShare.Account;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The standing of payers at some time: whether each had more or less than a fair share. A value. */
public final class Standing {
    private final SortedMap<Payer, Double> used;
    private final SortedMap<Payer, Double> factors;

    /** That of this use. O(payers). */
    public Standing(FairShare fairShare, SortedMap<Payer, Double> used) {
        this.used = used;
        SortedMap<String, Double> byAccount = new TreeMap<>();
        fairShare.accounts().forEach(account -> byAccount.put(account.name(), 0.0));
        used.forEach((payer, amount) -> byAccount.merge(payer.account(), amount, Double::sum));
        double total = sum(byAccount.values());
        double accountShares = 0;
        for (String name : byAccount.keySet()) {
            accountShares += account(fairShare, name).map(Account::shares).orElse(1L);
        }
        SortedMap<Payer, Double> all = new TreeMap<>();
        for (Map.Entry<String, Double> account : byAccount.entrySet()) {
            Optional<Account> known = account(fairShare, account.getKey());
            double own = known.map(Account::shares).orElse(1L) / accountShares;
            double ofAccount = fair(account.getValue(), total, own);
            SortedMap<String, Double> users = new TreeMap<>();
            known.ifPresent(it -> it.users().keySet().forEach(user -> users.put(user, 0.0)));
            used.subMap(new Payer(account.getKey(), ""), new Payer(account.getKey() + '\0', ""))
                    .forEach((payer, amount) -> users.put(payer.user(), amount));
            double userShares = 0;
            for (String user : users.keySet()) {
                userShares += share(known, user);
            }
            for (Map.Entry<String, Double> user : users.entrySet()) {
                double ofUser = fair(user.getValue(), account.getValue(), share(known, user.getKey()) / userShares);
                all.put(new Payer(account.getKey(), user.getKey()), ofAccount * ofUser);
            }
            all.put(new Payer(account.getKey(), ""), ofAccount);
        }
        this.factors = Collections.unmodifiableSortedMap(all);
    }

    private static double sum(Iterable<Double> amounts) {
        double sum = 0;
        for (double amount : amounts) {
            sum += amount;
        }
        return sum;
    }

    private static Optional<Account> account(FairShare fairShare, String name) {
        return fairShare.accounts().stream()
                .filter(account -> account.name().equals(name))
                .findFirst();
    }

    private static double share(Optional<Account> account, String user) {
        return account.map(it -> it.users().getOrDefault(user, 1L)).orElse(1L);
    }

    /** 1 for nothing, a half for exactly the share of all, the less the more beyond. */
    private static double fair(double used, double total, double share) {
        return total <= 0 || used <= 0 ? 1 : StrictMath.pow(2, -used / total / share);
    }

    /**
     * Returns 1 for a payer without usage, down to 0 for one with far more than a fair share: the account's factor
     * times the user's within it. O(log payers).
     */
    public double factor(Payer payer) {
        return Optional.ofNullable(factors.get(payer))
                .or(() -> Optional.ofNullable(factors.get(new Payer(payer.account(), ""))))
                .orElse(1.0);
    }

    /** Returns the use that this is the standing of. */
    public SortedMap<Payer, Double> used() {
        return used;
    }

    @Override
    public String toString() {
        return factors.toString();
    }
}
