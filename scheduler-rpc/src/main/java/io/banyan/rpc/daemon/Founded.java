package io.banyan.rpc.daemon;

/** The resources that an earlier daemon on the same state directory had: its journal knows on what it was founded. */
public record Founded() implements ResourceSource {}
