package io.banyan.provider.ec2;

import io.banyan.jobspec.ConstraintTarget;
import java.util.Optional;

/**
 * Something that can be bought: a type, in a market, in a zone.
 *
 * @param zone empty where EC2 is to choose one
 */
record Offer(InstanceKind kind, Market market, Optional<Zone> zone) implements ConstraintTarget {
    /** Returns no name, since EC2 names an instance when it launches it. */
    @Override
    public String name() {
        return "";
    }

    @Override
    public int rank() {
        return -1;
    }

    /** The properties that its node will have; {@link NodeProperties} writes them. */
    @Override
    public boolean hasProperty(String property) {
        return NodeProperties.has(
                property, kind.name(), market, zone.map(Zone::name).orElse(""));
    }

    /** For people: {@code spot t2.micro in us-east-1a}. */
    @Override
    public String toString() {
        return (market == Market.SPOT ? "spot " : "")
                + kind.name()
                + zone.map(it -> " in " + it.name()).orElse("");
    }
}
