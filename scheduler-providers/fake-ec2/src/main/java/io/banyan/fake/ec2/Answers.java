package io.banyan.fake.ec2;

import java.util.List;

/** Answers as EC2 writes them, as far as an SDK reads them. */
final class Answers {
    private static final String REQUEST = "59dbff89-35bd-4eac-99ed-be587EXAMPLE";

    private Answers() {}

    /** A part of a list, and the token with which the rest is asked for. */
    record Page<T>(List<T> members, String next) {
        static <T> Page<T> of(List<T> all, Form form) {
            int from = Math.min(
                    all.size(), form.text("NextToken").map(Integer::parseInt).orElse(0));
            int to = Math.min(all.size(), from + Math.min(form.number("MaxResults", 1000), 1000));
            return new Page<>(all.subList(from, to), to < all.size() ? Integer.toString(to) : "");
        }
    }

    static String reservation(List<FakeInstance> instances) {
        var xml = new Xml();
        return xml.element("RunInstancesResponse", () -> {
                    xml.element("requestId", REQUEST).element("reservationId", "r-1");
                    xml.list("instancesSet", instances, Answers::instance);
                })
                .toString();
    }

    static String instances(Page<FakeInstance> page) {
        var xml = new Xml();
        return xml.element("DescribeInstancesResponse", () -> {
                    xml.element("requestId", REQUEST);
                    xml.list(
                            "reservationSet",
                            List.of(page.members()),
                            (it, members) -> it.element("reservationId", "r-1")
                                    .list("instancesSet", members, Answers::instance));
                    next(xml, page.next());
                })
                .toString();
    }

    static String types(Page<FakeType> page) {
        var xml = new Xml();
        return xml.element("DescribeInstanceTypesResponse", () -> {
                    xml.element("requestId", REQUEST);
                    xml.list("instanceTypeSet", page.members(), Answers::type);
                    next(xml, page.next());
                })
                .toString();
    }

    static String fleet(FakeRegion.Launch launch) {
        var xml = new Xml();
        return xml.element("CreateFleetResponse", () -> {
                    xml.element("requestId", REQUEST).element("fleetId", "fleet-1");
                    xml.list("errorSet", launch.shortages(), (it, shortage) -> {
                        pool(it, shortage.type().name(), shortage.zone());
                        it.element("lifecycle", shortage.market())
                                .element("errorCode", "InsufficientInstanceCapacity")
                                .element("errorMessage", "There is no capacity for this instance type.");
                    });
                    xml.list("fleetInstanceSet", launch.instances(), (it, instance) -> {
                        pool(it, instance.type(), instance.zone());
                        it.element("lifecycle", instance.market())
                                .words("instanceIds", List.of(instance.id()))
                                .element("instanceType", instance.type());
                    });
                })
                .toString();
    }

    static String terminated(List<FakeInstance> instances) {
        var xml = new Xml();
        return xml.element("TerminateInstancesResponse", () -> {
                    xml.element("requestId", REQUEST);
                    xml.list(
                            "instancesSet",
                            instances,
                            (it, instance) -> it.element("instanceId", instance.id())
                                    .element("currentState", () -> state(it, instance.state()))
                                    .element("previousState", () -> state(it, "running")));
                })
                .toString();
    }

    static String error(String code, String message) {
        var xml = new Xml();
        return xml.element(
                        "Response",
                        () -> xml.element(
                                        "Errors",
                                        () -> xml.element(
                                                "Error",
                                                () -> xml.element("Code", code).element("Message", message)))
                                .element("RequestID", REQUEST))
                .toString();
    }

    private static void pool(Xml xml, String type, String zone) {
        xml.element(
                "launchTemplateAndOverrides",
                () -> xml.element(
                        "overrides", () -> xml.element("instanceType", type).element("availabilityZone", zone)));
    }

    private static void next(Xml xml, String token) {
        if (!token.isEmpty()) {
            xml.element("nextToken", token);
        }
    }

    private static void instance(Xml xml, FakeInstance instance) {
        xml.element("instanceId", instance.id())
                .element("imageId", "ami-1")
                .element("instanceState", () -> state(xml, instance.state()))
                .element("privateDnsName", instance.host())
                .element("instanceType", instance.type())
                .element("launchTime", instance.launched())
                .element("placement", () -> xml.element("availabilityZone", instance.zone()));
        if (instance.market().equals("spot")) {
            xml.element("instanceLifecycle", "spot");
        }
        xml.list(
                "tagSet",
                List.copyOf(instance.tags().entrySet()),
                (it, tag) -> it.element("key", tag.getKey()).element("value", tag.getValue()));
    }

    private static void type(Xml xml, FakeType type) {
        xml.element("instanceType", type.name())
                .words("supportedUsageClasses", List.of("on-demand", "spot"))
                .element(
                        "vCpuInfo",
                        () -> xml.element("defaultVCpus", type.vcpus())
                                .element("defaultCores", type.cores())
                                .element("defaultThreadsPerCore", type.vcpus() / type.cores()))
                .element("memoryInfo", () -> xml.element("sizeInMiB", type.memoryMib()));
        if (type.gpus() > 0) {
            xml.element(
                    "gpuInfo",
                    () -> xml.list(
                            "gpus",
                            List.of(type.gpus()),
                            (it, count) -> it.element("count", count).element("name", "K520")));
        }
    }

    private static void state(Xml xml, String name) {
        int code = switch (name) {
            case "pending" -> 0;
            case "running" -> 16;
            case "shutting-down" -> 32;
            default -> 48;
        };
        xml.element("code", code).element("name", name);
    }
}
