package io.banyan.fake.ec2;

import java.time.Duration;

/** A fault of one call. */
public sealed interface Ec2Fault {
    /** The call is refused with this code, and nothing is done. */
    record Refusal(int status, String code, String message) implements Ec2Fault {
        /** Too many calls. */
        public static Refusal throttle() {
            return new Refusal(503, "RequestLimitExceeded", "Request limit exceeded.");
        }

        /** The type is not to be had now. */
        public static Refusal noCapacity() {
            return new Refusal(500, "InsufficientInstanceCapacity", "There is no capacity for this instance type.");
        }
    }

    /** The call is executed, and the answer is delayed. */
    record Delay(Duration time) implements Ec2Fault {}

    /** The call is executed, and the body is sent in place of a valid answer. */
    record Malformed(String body) implements Ec2Fault {}

    /** The call is executed, and the connection breaks before the answer. */
    record LostAnswer() implements Ec2Fault {}

    /** No more instances than this are launched by it. */
    record Fewer(int instances) implements Ec2Fault {}
}
