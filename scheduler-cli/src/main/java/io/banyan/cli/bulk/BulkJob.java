package io.banyan.cli.bulk;

import io.banyan.instance.message.client.JobRequest;

/**
 * One of many jobs that a command submits.
 *
 * @param place where it is described, for messages, such as {@code runs.txt:7}
 */
public record BulkJob(String place, JobRequest.Submit request) {}
