package io.banyan.resource;

/** One of the hierarchies that a resource graph is made of, such as containment or power (RFC 4). */
public record Subsystem(String name) implements Comparable<Subsystem> {
    /** Which resource is part of which: the hierarchy that every graph has. */
    public static final Subsystem CONTAINMENT = new Subsystem("containment");

    /** Checks the name, see {@link Names}. */
    public Subsystem {
        Names.requireValid("subsystem", name);
    }

    @Override
    public int compareTo(Subsystem other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
