/** What a Prometheus server reads of a daemon, and where. */
@NullMarked
package io.banyan.rpc.metrics;

import org.jspecify.annotations.NullMarked;
