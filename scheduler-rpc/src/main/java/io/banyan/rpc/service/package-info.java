/** The gRPC services for clients. */
@NullMarked
package io.banyan.rpc.service;

import org.jspecify.annotations.NullMarked;
