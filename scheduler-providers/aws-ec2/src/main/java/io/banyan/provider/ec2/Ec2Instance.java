package io.banyan.provider.ec2;

/**
 * An instance that was launched.
 *
 * @param host its name in its network; empty where it has none yet
 */
record Ec2Instance(String id, InstanceKind kind, Market market, String zone, String host) {}
