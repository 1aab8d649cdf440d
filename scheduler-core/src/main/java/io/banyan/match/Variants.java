package io.banyan.match;

import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that a request with {@code xor_slot} stands for: on each level that has some, one of them is a slot and
 * the others are gone, the same for the whole request. They are tried in this order.
 */
public final class Variants {

    /**
     * One of them.
     *
     * @param chosen the {@link RequirementNames} of the alternatives that it takes, in the order of the request
     */
    public record Variant(List<Resource> resources, List<String> chosen) {
        static final Variant NOTHING = new Variant(List.of(), List.of());

        public Variant {
            resources = List.copyOf(resources);
            chosen = List.copyOf(chosen);
        }

        private Variant and(Variant more) {
            return new Variant(joined(resources, more.resources), joined(chosen, more.chosen));
        }
    }

    private static final int MAX = 1_000;
    private static final ResourceType SLOT = new ResourceType("slot");

    private Variants() {}

    /** The variants, in the order of the alternatives; the list itself where it has no {@code xor_slot}. */
    public static List<Variant> of(List<Resource> resources) throws JobspecException {
        return of(resources, "");
    }

    private static List<Variant> of(List<Resource> resources, String place) throws JobspecException {
        List<Variant> variants = List.of(Variant.NOTHING);
        List<String> names = RequirementNames.names(resources);
        var alternatives = new ArrayList<Variant>();
        for (int i = 0; i < resources.size(); i++) {
            Resource resource = resources.get(i);
            String here = RequirementNames.below(place, names.get(i));
            if (resource.isXorSlot()) {
                alternatives.addAll(below(resource, SLOT, here, List.of(here)));
            } else {
                variants = combine(variants, below(resource, resource.type(), here, List.of()));
            }
        }
        return alternatives.isEmpty() ? variants : combine(variants, alternatives);
    }

    /** The resource with each variant of its children. */
    private static List<Variant> below(Resource resource, ResourceType type, String place, List<String> chosen)
            throws JobspecException {
        var all = new ArrayList<Variant>();
        for (Variant with : of(resource.with(), place)) {
            all.add(new Variant(List.of(resource.with(type, with.resources())), joined(chosen, with.chosen())));
        }
        return all;
    }

    private static List<Variant> combine(List<Variant> variants, List<Variant> choices) throws JobspecException {
        if ((long) variants.size() * choices.size() > MAX) {
            throw new JobspecException("The jobspec's alternatives make more than " + MAX + " different requests.");
        }
        var all = new ArrayList<Variant>();
        for (Variant variant : variants) {
            for (Variant choice : choices) {
                all.add(variant.and(choice));
            }
        }
        return all;
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        var all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
