package io.banyan.workflow.batch;

import io.banyan.workflow.profile.SlotProfile;
import java.util.List;

/**
 * The machine of a batch scheduler at one moment.
 *
 * @param profile the nodes, and when they are busy
 * @param notes sentences for the user about what the profile does not know
 */
public record BatchLook(SlotProfile profile, List<String> notes) {
    /** Copies the list. */
    public BatchLook {
        notes = List.copyOf(notes);
    }
}
