package io.banyan.match;

import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that a request with {@code xor_slot} stands for: on each level that has some, one of them is a slot and the
 * others are gone, the same for the whole request. They are tried in this order.
 */
final class Variants {

    private static final int MAX = 1_000;
    private static final ResourceType SLOT = new ResourceType("slot");

    private Variants() {}

    /** The variants, in the order of the alternatives; the list itself where it has no {@code xor_slot}. */
    static List<List<Resource>> of(List<Resource> resources) throws JobspecException {
        List<List<Resource>> variants = List.of(List.of());
        var alternatives = new ArrayList<Resource>();
        for (Resource resource : resources) {
            if (resource.isXorSlot()) {
                alternatives.add(resource);
            } else {
                variants = combine(variants, below(resource, resource.type()));
            }
        }
        if (alternatives.isEmpty()) {
            return variants;
        }
        var choices = new ArrayList<Resource>();
        for (Resource alternative : alternatives) {
            choices.addAll(below(alternative, SLOT));
        }
        return combine(variants, choices);
    }

    /** The resource with each variant of what is below it. */
    private static List<Resource> below(Resource resource, ResourceType type) throws JobspecException {
        var all = new ArrayList<Resource>();
        for (List<Resource> with : of(resource.with())) {
            all.add(resource.with(type, with));
        }
        return all;
    }

    private static List<List<Resource>> combine(List<List<Resource>> variants, List<Resource> choices)
            throws JobspecException {
        if ((long) variants.size() * choices.size() > MAX) {
            throw new JobspecException("The jobspec's alternatives make more than " + MAX + " different requests.");
        }
        var all = new ArrayList<List<Resource>>();
        for (List<Resource> variant : variants) {
            for (Resource choice : choices) {
                var longer = new ArrayList<>(variant);
                longer.add(choice);
                all.add(longer);
            }
        }
        return all;
    }
}
