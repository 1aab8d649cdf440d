package io.banyan.match;

import io.banyan.jobspec.Resource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names that people give the requirements of one level: by their type and, where the level has several of the type,
 * also by their labels or else by their positions: {@code node}, {@code slot[big]}, {@code slot[2]}. An {@code
 * xor_slot} is called a slot.
 */
public final class RequirementNames {

    private static final Pattern PLAIN = Pattern.compile("[\\w.-]{1,40}");

    private RequirementNames() {}

    /** One name each, in their order; no two are the same. */
    public static List<String> names(List<Resource> level) {
        var names = new ArrayList<String>();
        for (Resource resource : level) {
            String type = type(resource);
            names.add(isAlone(type, level) ? type : type + "[" + which(resource, type, level, names) + "]");
        }
        return names;
    }

    /** The name of something below a place. */
    public static String below(String place, String name) {
        return place.isEmpty() ? name : place + "/" + name;
    }

    private static String type(Resource resource) {
        return resource.isSlot() ? "slot" : resource.type().name();
    }

    private static boolean isAlone(String type, List<Resource> level) {
        int same = 0;
        for (Resource resource : level) {
            same += type(resource).equals(type) ? 1 : 0;
        }
        return same == 1;
    }

    private static String which(Resource resource, String type, List<Resource> level, List<String> before) {
        List<Resource> same =
                level.stream().filter(other -> type(other).equals(type)).toList();
        Set<String> labels = new HashSet<>();
        boolean distinct =
                same.stream().allMatch(one -> label(one).filter(labels::add).isPresent());
        long position =
                1 + before.stream().filter(name -> name.startsWith(type + "[")).count();
        return distinct ? label(resource).orElseThrow() : Long.toString(position);
    }

    private static Optional<String> label(Resource resource) {
        return resource.label()
                .or(resource::id)
                .filter(label -> PLAIN.matcher(label).matches());
    }
}
