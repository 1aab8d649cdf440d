package io.banyan.schedule;

/** Whether a job has its resources now or is promised them for later. */
public enum BookingKind {
    /** The resources are the job's now. */
    ALLOCATION,
    /** The resources will be the job's when its window begins. */
    RESERVATION
}
