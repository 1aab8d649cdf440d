package io.banyan.provider.ec2;

import io.banyan.provider.Price;
import java.util.Map;
import java.util.TreeMap;

/**
 * The properties of a node that EC2 brought. Type, market and zone are there twice: as the value of a key, to be read,
 * and as a tag of their own, since a constraint (RFC 31) asks for names and not for values:
 * {@code not: [{properties: [spot]}]}.
 */
final class NodeProperties {
    static final String TYPE = "instance-type";
    static final String MARKET = "market";
    static final String ZONE = "zone";
    static final String ID = "instance-id";

    private NodeProperties() {}

    static Map<String, String> of(Ec2Instance machine) {
        Map<String, String> properties = new TreeMap<>();
        properties.put(TYPE, machine.kind().name());
        properties.put(MARKET, machine.market().toString());
        properties.put(ZONE, machine.zone());
        properties.put(ID, machine.id());
        machine.kind().price().ifPresent(price -> properties.put(Price.PROPERTY, price.decimal()));
        properties.put(machine.kind().name(), "");
        properties.put(machine.market().toString(), "");
        properties.put(machine.zone(), "");
        return properties;
    }

    /** Whether a node of this kind will carry a property, before it is there. */
    static boolean has(String property, String type, Market market, String zone) {
        return switch (property) {
            case TYPE, MARKET, ZONE, ID -> true;
            default ->
                property.equals(type)
                        || property.equals(market.toString())
                        || (!zone.isEmpty() && property.equals(zone));
        };
    }
}
