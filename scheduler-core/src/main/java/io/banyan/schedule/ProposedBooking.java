package io.banyan.schedule;

import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;

/**
 * A booking that could be made: the resources that a job would have, and the time when it would have them.
 *
 * @param job the job whose booking it would be
 * @param window the time of the booking
 * @param selection the resources, which were free in that window when they were found
 */
public record ProposedBooking(JobId job, TimeWindow window, Selection selection) {}
