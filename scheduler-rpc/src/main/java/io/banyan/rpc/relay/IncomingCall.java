package io.banyan.rpc.relay;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;

/**
 * How a call came to this instance.
 *
 * @param headers of the call
 * @param attributes that are made in this process, and say who calls
 * @param context of the call, which ends with it
 * @param tracer is told here what the answer takes; whoever brings the call tells it the rest
 */
public record IncomingCall(
        Metadata headers, Attributes attributes, Context.CancellableContext context, ServerStreamTracer tracer) {}
