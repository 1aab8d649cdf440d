/** What clients call over gRPC. */
@NullMarked
package io.banyan.rpc.service;

import org.jspecify.annotations.NullMarked;
