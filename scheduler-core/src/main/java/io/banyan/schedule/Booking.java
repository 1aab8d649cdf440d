package io.banyan.schedule;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;

/**
 * That a job holds resources, and when.
 *
 * @param job whose booking it is
 * @param kind now or later
 * @param window from when until when
 */
public record Booking(JobId job, BookingKind kind, TimeWindow window) {}
