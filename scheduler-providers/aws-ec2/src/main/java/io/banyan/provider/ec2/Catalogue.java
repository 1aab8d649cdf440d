package io.banyan.provider.ec2;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.GpuDeviceInfo;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;
import software.amazon.awssdk.services.ec2.model.UsageClassType;

/**
 * The types that may be bought, by name. The instance does not know them: they are no vertices, and need no
 * configuration.
 *
 * @param byName in the order of their cost
 */
record Catalogue(Map<String, InstanceKind> byName) {
    private static final long MIB_PER_GIB = 1024;

    static Catalogue of(List<InstanceTypeInfo> types, PriceList prices) {
        List<InstanceKind> kinds = new ArrayList<>();
        for (InstanceTypeInfo type : types) {
            kinds.add(new InstanceKind(
                    type.instanceTypeAsString(),
                    shape(type),
                    prices.of(type.instanceTypeAsString()),
                    type.supportedUsageClasses().contains(UsageClassType.SPOT)));
        }
        kinds.sort(Comparator.comparingLong(InstanceKind::cost).thenComparing(InstanceKind::name));
        Map<String, InstanceKind> byName = new LinkedHashMap<>();
        kinds.forEach(kind -> byName.put(kind.name(), kind));
        return new Catalogue(byName);
    }

    private static NodeShape shape(InstanceTypeInfo type) {
        int vcpus = type.vCpuInfo().defaultVCpus();
        Integer cores = type.vCpuInfo().defaultCores();
        long gpus = type.gpuInfo() == null
                ? 0
                : type.gpuInfo().gpus().stream().mapToLong(GpuDeviceInfo::count).sum();
        return new NodeShape(cores == null ? vcpus : cores, type.memoryInfo().sizeInMiB() / MIB_PER_GIB, gpus);
    }

    Collection<InstanceKind> kinds() {
        return byName.values();
    }

    /** Returns a type, even one that this provider would not buy; then only its name is known. */
    InstanceKind named(String name) {
        InstanceKind kind = byName.get(name);
        return kind == null ? new InstanceKind(name, NodeShape.NOTHING, Optional.empty(), false) : kind;
    }
}
