package io.banyan.rpc.daemon;

/** From where a daemon has its first resources. */
public sealed interface ResourceSource permits GraphFile, Founded, Parent {}
