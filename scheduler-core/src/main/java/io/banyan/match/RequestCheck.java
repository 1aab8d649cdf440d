package io.banyan.match;

import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.TraverserKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The check whether a matcher supports a request: it does not contradict itself, and names the extensions that it
 * needs.
 */
public record RequestCheck(TraverserKind kind, Extensions asked) {

    /** Whether every demand is wanted for itself, also of several of one type or several slots on one level. */
    public static boolean wantsEach(Extensions asked) {
        return asked.uses(Extension.SIBLINGS) || asked.uses(Extension.NESTED_SLOTS);
    }

    /** Throws where the request means nothing. O(its size). */
    void check(List<Resource> resources) throws JobspecException {
        requireMeaning(resources, false);
        if (wantsEach(asked)) {
            requireAsked(resources);
        }
    }

    /** Whether somewhere several slots stand on one level. */
    static boolean hasSeveralSlots(List<Resource> resources) {
        return slots(resources) > 1 || resources.stream().anyMatch(resource -> hasSeveralSlots(resource.with()));
    }

    private static long slots(List<Resource> resources) {
        long slots = 0;
        for (Resource resource : resources) {
            slots += resource.isSlot() ? 1 : 0;
        }
        return slots;
    }

    /** One extension does not bring the other along. */
    private void requireAsked(List<Resource> resources) throws JobspecException {
        Set<String> types = new HashSet<>();
        for (Resource resource : resources) {
            if (!types.add(resource.type().name()) && !asked.uses(Extension.SIBLINGS)) {
                throw new JobspecException("Several resources of the type '"
                        + resource.type().name() + "' on one level need the extension " + Extension.SIBLINGS.word()
                        + ".");
            }
            boolean nested = resource.isSlot() && resource.with().stream().anyMatch(Resource::isSlot);
            if (nested && !asked.uses(Extension.NESTED_SLOTS)) {
                throw new JobspecException(
                        "A slot directly in a slot needs the extension " + Extension.NESTED_SLOTS.word() + ".");
            }
            requireAsked(resource.with());
        }
    }

    private void requireMeaning(List<Resource> resources, boolean exclusive) throws JobspecException {
        if (kind == TraverserKind.SIMPLE && !asked.uses(Extension.SIBLINGS) && slots(resources) > 1) {
            throw new JobspecException(
                    "Several slots on one level require the flexible traverser; this one is simple.");
        }
        for (Resource resource : resources) {
            if (resource.isXorSlot() && kind == TraverserKind.SIMPLE) {
                throw new JobspecException(
                        "The resource 'xor_slot' requires the flexible traverser; this one is simple.");
            }
            if (resource.isSlot() && resource.with().isEmpty()) {
                throw new JobspecException("The slot '" + resource.label().orElse("") + "' has nothing in it.");
            }
            if (exclusive && resource.exclusive() == Exclusivity.FALSE) {
                throw new JobspecException(
                        "The resource '" + resource.type().name()
                                + "' has exclusive: false, but everything in a slot or below an exclusive resource is exclusive.");
            }
            boolean within = exclusive || resource.isSlot() || resource.exclusive() == Exclusivity.TRUE;
            requireMeaning(resource.with(), within);
        }
    }
}
