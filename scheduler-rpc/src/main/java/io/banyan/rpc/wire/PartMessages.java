package io.banyan.rpc.wire;

import io.banyan.instance.message.value.HeldPart;
import io.banyan.resource.ResourceType;
import io.banyan.v1.ResourcePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parts of vertices, there and back. Each reader refuses the same input as the core. */
public final class PartMessages {
    private PartMessages() {}

    /** The parts, in their order. */
    public static List<ResourcePart> write(List<HeldPart> parts) {
        return parts.stream().map(PartMessages::write).toList();
    }

    private static ResourcePart write(HeldPart part) {
        var message = ResourcePart.newBuilder()
                .setPath(part.path())
                .setAmount(part.amount())
                .setWhole(part.whole());
        part.draws().forEach((type, amount) -> message.putDraws(type.name(), amount));
        return message.build();
    }

    /** The parts, in their order. */
    public static List<HeldPart> read(List<ResourcePart> messages) {
        List<HeldPart> parts = new ArrayList<>(messages.size());
        for (ResourcePart message : messages) {
            Map<ResourceType, Long> draws = new HashMap<>();
            message.getDrawsMap().forEach((type, amount) -> draws.put(new ResourceType(type), amount));
            parts.add(new HeldPart(message.getPath(), message.getAmount(), message.getWhole(), draws));
        }
        return parts;
    }
}
