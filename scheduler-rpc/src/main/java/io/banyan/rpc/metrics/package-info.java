/** Metrics of a daemon for a Prometheus server. */
@NullMarked
package io.banyan.rpc.metrics;

import org.jspecify.annotations.NullMarked;
