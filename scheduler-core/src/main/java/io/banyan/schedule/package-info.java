/**
 * The record of the resources that each job holds, and of the times: extended data (RFC 4), kept beside the graph and
 * indexed by the vertex's dense index.
 */
@NullMarked
package io.banyan.schedule;

import org.jspecify.annotations.NullMarked;
