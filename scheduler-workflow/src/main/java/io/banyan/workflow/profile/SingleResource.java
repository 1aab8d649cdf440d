package io.banyan.workflow.profile;

/**
 * One core or one accelerator of a node (a resource j of the set R in the paper on workflow-aware planning).
 *
 * @param node the index of its node in the profile
 * @param type its type, such as {@code core}
 * @param number its number among the resources of this type on the node, from 0
 */
public record SingleResource(int node, String type, int number) {}
