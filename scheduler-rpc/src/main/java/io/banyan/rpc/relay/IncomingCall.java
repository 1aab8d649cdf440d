package io.banyan.rpc.relay;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;

/**
 * The way in which a call came to this instance.
 *
 * @param headers of the call
 * @param attributes that are made in this process, and identify the caller
 * @param context of the call, which ends with it
 * @param tracer receives the size of the answer here; the transport reports the rest to it
 */
public record IncomingCall(
        Metadata headers, Attributes attributes, Context.CancellableContext context, ServerStreamTracer tracer) {}
