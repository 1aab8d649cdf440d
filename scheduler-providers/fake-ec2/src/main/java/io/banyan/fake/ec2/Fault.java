package io.banyan.fake.ec2;

import java.time.Duration;

/** What goes wrong with one call. */
public sealed interface Fault {
    /** It is refused with this code, and nothing is done. */
    record Refusal(int status, String code, String message) implements Fault {
        /** Too many calls. */
        public static Refusal throttle() {
            return new Refusal(503, "RequestLimitExceeded", "Request limit exceeded.");
        }

        /** The type is not to be had now. */
        public static Refusal noCapacity() {
            return new Refusal(500, "InsufficientInstanceCapacity", "There is no capacity for this instance type.");
        }
    }

    /** It is done, and the answer comes later. */
    record Delay(Duration time) implements Fault {}

    /** It is done, and the answer is this instead of XML that says so. */
    record Malformed(String body) implements Fault {}

    /** It is done, and the connection breaks before the answer. */
    record LostAnswer() implements Fault {}

    /** No more instances than this are launched by it. */
    record Fewer(int instances) implements Fault {}
}
