package io.banyan.rpc.daemon;

/** The resources of an earlier daemon on the same state directory: its journal contains the foundation. */
public record Founded() implements ResourceSource {}
