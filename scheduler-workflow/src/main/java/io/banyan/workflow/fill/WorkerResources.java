package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The free cores, accelerators and memory of a worker. For one thread at a time. */
final class WorkerResources {
    private final WorkerOffer offer;
    private final int coreCount;

    /** The free cores of each domain. */
    private final List<BitSet> free = new ArrayList<>();

    private final int[] domainOf;

    /** The free units of each accelerator by type and number. */
    private final Map<String, TreeMap<Integer, Integer>> units = new TreeMap<>();

    private int freeCores;
    private long freeMemoryMib;

    WorkerResources(WorkerOffer offer) {
        this.offer = offer;
        coreCount = offer.coreCount();
        freeCores = coreCount;
        freeMemoryMib = offer.memoryMib();
        int highest = offer.domains().stream()
                .flatMap(domain -> domain.cores().stream())
                .mapToInt(core -> core)
                .max()
                .orElse(0);
        domainOf = new int[highest + 1];
        for (int i = 0; i < offer.domains().size(); i++) {
            var cores = new BitSet();
            for (int core : offer.domains().get(i).cores()) {
                cores.set(core);
                domainOf[core] = i;
            }
            free.add(cores);
        }
        offer.accelerators().forEach((type, numbers) -> {
            var whole = new TreeMap<Integer, Integer>();
            numbers.forEach(number -> whole.put(number, FillNeeds.WHOLE));
            units.put(type, whole);
        });
    }

    /** Returns whether an idle worker could run a variant. */
    boolean canEver(FillNeeds needs) {
        return needs.coresOf(coreCount) <= coreCount
                && needs.memoryMib() <= offer.memoryMib()
                && needs.accelerators().entrySet().stream()
                        .allMatch(entry -> entry.getValue() <= totalUnits(entry.getKey()));
    }

    private long totalUnits(String type) {
        return (long) offer.accelerators().getOrDefault(type, List.of()).size() * FillNeeds.WHOLE;
    }

    private long freeUnits(String type) {
        var parts = units.get(type);
        return parts == null
                ? 0
                : parts.values().stream().mapToLong(part -> part).sum();
    }

    /** Returns whether as much is free as a variant needs, wherever it is. */
    boolean hasAmounts(FillNeeds needs) {
        return needs.coresOf(coreCount) <= freeCores
                && needs.memoryMib() <= freeMemoryMib
                && needs.accelerators().entrySet().stream()
                        .allMatch(entry -> entry.getValue() <= freeUnits(entry.getKey()));
    }

    /**
     * Returns whether a task may start before another one that waits: it takes nothing of what the other one lacks, and
     * leaves as much as the other one needs of all else.
     */
    boolean leaves(FillNeeds needs, FillNeeds waiting) {
        if (!leaves(freeCores, needs.coresOf(coreCount), waiting.coresOf(coreCount))
                || !leaves(freeMemoryMib, needs.memoryMib(), waiting.memoryMib())) {
            return false;
        }
        for (var entry : waiting.accelerators().entrySet()) {
            int taken = needs.accelerators().getOrDefault(entry.getKey(), 0);
            if (!leaves(freeUnits(entry.getKey()), taken, entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean leaves(long free, long taken, long waiting) {
        return taken == 0 || waiting == 0 || free - taken >= waiting;
    }

    /** Takes the resources of a variant; empty if they are not free. O(domains + cores + accelerators). */
    Optional<TaskShare> take(FillNeeds needs, int variant, CorePlacement placement) {
        if (!hasAmounts(needs)) {
            return Optional.empty();
        }
        List<AcceleratorPart> parts = new ArrayList<>();
        for (var entry : needs.accelerators().entrySet()) {
            if (!choose(entry.getKey(), entry.getValue(), parts)) {
                return Optional.empty();
            }
        }
        int[] counts = counts(needs.coresOf(coreCount), placement);
        if (counts.length == 0) {
            return Optional.empty();
        }
        List<Integer> cores = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            BitSet domain = free.get(i);
            for (int n = 0; n < counts[i]; n++) {
                int core = domain.nextSetBit(0);
                domain.clear(core);
                cores.add(core);
            }
        }
        freeCores -= cores.size();
        freeMemoryMib -= needs.memoryMib();
        parts.forEach(part -> change(part, -part.units()));
        return Optional.of(new TaskShare(variant, cores, parts, needs.memoryMib()));
    }

    /** Takes all that the worker has; empty if a part of it is not free. */
    Optional<TaskShare> takeAll() {
        List<AcceleratorPart> parts = new ArrayList<>();
        for (var type : units.entrySet()) {
            for (var part : type.getValue().entrySet()) {
                if (part.getValue() < FillNeeds.WHOLE) {
                    return Optional.empty();
                }
                parts.add(new AcceleratorPart(type.getKey(), part.getKey(), FillNeeds.WHOLE));
            }
        }
        if (freeCores < coreCount || freeMemoryMib < offer.memoryMib()) {
            return Optional.empty();
        }
        List<Integer> cores = free.stream().flatMapToInt(BitSet::stream).boxed().toList();
        free.forEach(BitSet::clear);
        freeCores = 0;
        freeMemoryMib = 0;
        parts.forEach(part -> change(part, -part.units()));
        return Optional.of(new TaskShare(0, cores, parts, offer.memoryMib()));
    }

    /** Frees the resources of a task. */
    void free(TaskShare share) {
        share.cores().forEach(core -> free.get(domainOf[core]).set(core));
        freeCores += share.cores().size();
        freeMemoryMib += share.memoryMib();
        share.accelerators().forEach(part -> change(part, part.units()));
    }

    private void change(AcceleratorPart part, int more) {
        var parts = units.get(part.type());
        if (parts != null) {
            parts.merge(part.number(), more, Integer::sum);
        }
    }

    /** Adds whole accelerators, and a part of the one that has the least left of those where it fits. */
    private boolean choose(String type, int amount, List<AcceleratorPart> chosen) {
        var parts = units.getOrDefault(type, new TreeMap<>());
        int rest = amount % FillNeeds.WHOLE;
        int best = -1;
        if (rest > 0) {
            for (var part : parts.entrySet()) {
                if (part.getValue() >= rest && (best < 0 || part.getValue() < parts.getOrDefault(best, 0))) {
                    best = part.getKey();
                }
            }
            if (best < 0) {
                return false;
            }
            chosen.add(new AcceleratorPart(type, best, rest));
        }
        int whole = amount / FillNeeds.WHOLE;
        for (var part : parts.entrySet()) {
            if (whole > 0 && part.getKey() != best && part.getValue() == FillNeeds.WHOLE) {
                chosen.add(new AcceleratorPart(type, part.getKey(), FillNeeds.WHOLE));
                whole--;
            }
        }
        return whole == 0;
    }

    /** Returns the number of cores of each domain; an empty array if the placement must wait. */
    private int[] counts(int need, CorePlacement placement) {
        int[] counts = new int[free.size()];
        int[] left = free.stream().mapToInt(BitSet::cardinality).toArray();
        switch (placement) {
            case SCATTER -> scatter(need, left, counts);
            case COMPACT -> pack(need, left, counts);
            case TIGHT -> {
                pack(need, left, counts);
                if (Arrays.stream(counts).filter(count -> count > 0).count() > fewestDomains(need)) {
                    return new int[0];
                }
            }
        }
        return counts;
    }

    private static void scatter(int need, int[] left, int[] counts) {
        for (int n = 0; n < need; n++) {
            int best = 0;
            for (int i = 1; i < left.length; i++) {
                boolean isFewer = counts[i] < counts[best] || (counts[i] == counts[best] && left[i] > left[best]);
                if (left[i] > 0 && (left[best] == 0 || isFewer)) {
                    best = i;
                }
            }
            left[best]--;
            counts[best]++;
        }
    }

    /** Takes the domain with the fewest free cores that are enough, or else that with most and again for the rest. */
    private static void pack(int need, int[] left, int[] counts) {
        int rest = need;
        while (rest > 0) {
            int best = -1;
            for (int i = 0; i < left.length; i++) {
                if (best < 0 || isBetter(left[i], left[best], rest)) {
                    best = i;
                }
            }
            int taken = Math.min(rest, left[best]);
            counts[best] += taken;
            left[best] -= taken;
            rest -= taken;
        }
    }

    private static boolean isBetter(int free, int other, int need) {
        if (free >= need) {
            return other < need || free < other;
        }
        return other < need && free > other;
    }

    private int fewestDomains(int need) {
        List<Integer> sizes = offer.domains().stream()
                .map(domain -> domain.cores().size())
                .sorted(Comparator.reverseOrder())
                .toList();
        int domains = 0;
        int sum = 0;
        while (sum < need) {
            sum += sizes.get(domains++);
        }
        return domains;
    }

    /** Throws if the shares and the free resources together are not those of the worker. */
    void check(Collection<TaskShare> shares) {
        var copy = new WorkerResources(offer);
        for (TaskShare share : shares) {
            for (int core : share.cores()) {
                BitSet domain = copy.free.get(copy.domainOf[core]);
                require(domain.get(core), "core " + core + " has two tasks");
                domain.clear(core);
                copy.freeCores--;
            }
            copy.freeMemoryMib -= share.memoryMib();
            share.accelerators().forEach(part -> copy.change(part, -part.units()));
        }
        require(copy.free.equals(free) && copy.freeCores == freeCores, "free cores are not those without tasks");
        require(copy.freeMemoryMib == freeMemoryMib && freeMemoryMib >= 0, "the free memory is wrong");
        require(copy.units.equals(units), "the free accelerators are wrong");
        boolean fits = units.values().stream()
                .allMatch(parts -> parts.values().stream().allMatch(part -> part >= 0 && part <= FillNeeds.WHOLE));
        require(fits, "an accelerator has more than a whole in use: " + units);
    }

    private static void require(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalStateException(sentence);
        }
    }
}
