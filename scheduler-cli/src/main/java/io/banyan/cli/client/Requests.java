package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import java.util.function.Supplier;

/** Makes requests from what the user wrote. */
final class Requests {
    private Requests() {}

    /**
     * The request, where its values keep the rules.
     *
     * @throws CommandFailure wrong use, where they do not
     */
    static <R> R checked(Supplier<R> request) {
        try {
            return request.get();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }
}
