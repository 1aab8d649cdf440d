package io.banyan.rpc.wire.session;

/** A message of an instance to its child: its own, or one for others. */
public sealed interface ToChild permits Down, Relayed.Down {}
