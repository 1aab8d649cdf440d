/**
 * The record of who holds what, and when: extended data (RFC 4), kept beside the graph and indexed by the vertex's
 * dense index.
 */
@NullMarked
package io.banyan.schedule;

import org.jspecify.annotations.NullMarked;
