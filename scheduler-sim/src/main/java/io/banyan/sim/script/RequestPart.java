package io.banyan.sim.script;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A part of a request.
 *
 * @param most as many as {@code least} where the count is no range
 */
record RequestPart(String type, long least, long most, List<RequestPart> with) {
    static RequestPart of(long count, String type, RequestPart... with) {
        return new RequestPart(type, count, count, List.of(with));
    }

    static RequestPart ofRange(long least, long most, String type, RequestPart... with) {
        return new RequestPart(type, least, most, List.of(with));
    }

    /** A jobspec of these parts for so many seconds; 0 for as long as there is time. */
    static Jobspec jobspec(List<RequestPart> parts, long seconds) {
        return new Jobspec(
                1, parts.stream().map(RequestPart::resource).toList(), List.of(), Attributes.lasting(seconds));
    }

    private Resource resource() {
        Count count = least == most ? Count.exactly(least) : new Count(least, most, Count.Operator.ADD, 1);
        return new Resource(
                new ResourceType(type),
                count,
                "",
                Exclusivity.UNSPECIFIED,
                with.stream().map(RequestPart::resource).toList(),
                type.equals("slot") ? Optional.of("slot") : Optional.empty(),
                Optional.empty());
    }

    @Override
    public String toString() {
        String count = least == most ? Long.toString(least) : least + "-" + most;
        String inside = with.isEmpty()
                ? ""
                : with.stream().map(RequestPart::toString).collect(Collectors.joining(", ", " { ", " }"));
        return count + " " + type + inside;
    }
}
