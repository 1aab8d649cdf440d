package io.banyan.sim.workflow;

import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.model.Needs;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Jobs of a simulation: their program and its files do not matter, only their resources and times. */
final class TimedJob {
    private static final Path NOWHERE = Path.of("/");

    private TimedJob() {}

    static BatchJob of(String name, Needs needs, OptionalLong limitSec, Optional<String> reservation) {
        return new BatchJob(
                name,
                List.of("task"),
                new LinkedHashMap<>(),
                NOWHERE,
                NOWHERE,
                needs,
                limitSec,
                reservation,
                Optional.empty());
    }
}
