package io.banyan.rpc.wire;

/** What an instance sends to its child: of its own, or for others. */
public sealed interface ToChild permits Down, Relayed.Down {}
