package io.banyan.provider.ec2;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.retry.RetryUtils;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.ec2.model.CreateFleetError;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;

/** The classes of EC2's failures: try another offer, try again, or give up. */
final class Ec2Failures {
    /** Codes of a lack of machines or of quota. Another type or zone may be available. */
    private static final Set<String> SHORTAGES = Set.of(
            "InsufficientInstanceCapacity",
            "InsufficientHostCapacity",
            "InsufficientReservedInstanceCapacity",
            "InsufficientCapacity",
            "UnfulfillableCapacity",
            "InstanceLimitExceeded",
            "VcpuLimitExceeded",
            "MaxSpotInstanceCountExceeded",
            "SpotMaxPriceTooLow",
            "Unsupported");

    private static final String NO_CREDENTIALS = "Unable to load credentials from any of the providers in the chain";
    private static final int ATTEMPTS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration FIRST_PAUSE_THROTTLED = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int SERVER_ERROR = 500;

    private Ec2Failures() {}

    /**
     * How a call is repeated: where it was throttled, where EC2 failed, and where the connection broke; not where there
     * is a shortage, which EC2 calls a failure too.
     */
    static RetryStrategy retries() {
        return StandardRetryStrategy.builder()
                // The client's own rules would repeat whatever has the status of a failing server.
                .useClientDefaults(false)
                .maxAttempts(ATTEMPTS)
                .retryOnException(Ec2Failures::isPassing)
                .treatAsThrottling(Ec2Failures::isThrottling)
                .backoffStrategy(BackoffStrategy.exponentialDelay(FIRST_PAUSE, LONGEST_PAUSE))
                .throttlingBackoffStrategy(BackoffStrategy.exponentialDelay(FIRST_PAUSE_THROTTLED, LONGEST_PAUSE))
                .circuitBreakerEnabled(false)
                .build();
    }

    private static boolean isPassing(Throwable failure) {
        if (failure instanceof SdkServiceException service) {
            return isThrottling(service) || (service.statusCode() >= SERVER_ERROR && !isShortage(service));
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThrottling(Throwable failure) {
        return failure instanceof SdkException sdk && RetryUtils.isThrottlingException(sdk);
    }

    static boolean isShortage(Throwable failure) {
        return failure instanceof Ec2Exception ec2 && isShortage(code(ec2));
    }

    static boolean isShortage(String code) {
        return SHORTAGES.contains(code);
    }

    /** EC2 has refused without an effect, so that no instances exist. */
    static boolean isRefusal(Throwable failure) {
        return failure instanceof Ec2Exception ec2 && ec2.statusCode() < SERVER_ERROR;
    }

    static String code(Ec2Exception e) {
        return e.awsErrorDetails() == null
                ? ""
                : String.valueOf(e.awsErrorDetails().errorCode());
    }

    /** For people. */
    static String reason(Throwable failure) {
        if (failure instanceof Ec2Exception ec2 && ec2.awsErrorDetails() != null) {
            return "EC2 reports " + code(ec2) + ": " + ec2.awsErrorDetails().errorMessage();
        }
        // The SDK's message then names every place where it has searched, with all errors there.
        return String.valueOf(failure.getMessage()).startsWith(NO_CREDENTIALS)
                ? "there are no AWS credentials in the environment, in the default profile of ~/.aws, or from the role of this machine"
                : "the EC2 call failed: " + failure.getMessage();
    }

    static String reason(CreateFleetError error) {
        var override = error.launchTemplateAndOverrides() == null
                ? null
                : error.launchTemplateAndOverrides().overrides();
        String what = override == null ? "part of a Fleet" : override.instanceTypeAsString();
        return "no " + what + " (" + error.errorCode() + ")";
    }
}
