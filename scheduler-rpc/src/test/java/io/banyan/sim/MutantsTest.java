package io.banyan.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.Instance;
import io.banyan.instance.Mutants;
import io.banyan.instance.message.Transaction;
import io.banyan.rpc.wire.journal.JournalBytes;
import io.banyan.sim.world.Disk;
import io.banyan.sim.world.JournalFormat;
import io.banyan.sim.world.StateMachine;
import io.banyan.sim.world.Violation;
import io.banyan.sim.world.WorldParts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an instance or a disk does wrong, some seed shows it. */
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {
    private static final int MOST_SEEDS = 200;
    private static final int STEPS = 1_000;
    private static final JournalFormat FORMAT = new JournalFormat(JournalBytes::write, JournalBytes::read);

    /** A disk that says that it has synced, and has not always. */
    private static final class LyingDisk extends Disk {
        private int syncs;

        LyingDisk() {
            super(FORMAT);
        }

        @Override
        public void sync() {
            if (++syncs % 3 != 0) {
                super.sync();
            }
        }
    }

    /** A disk that forgets its last record. */
    private static final class ForgetfulDisk extends Disk {
        ForgetfulDisk() {
            super(FORMAT);
        }

        @Override
        public List<Transaction> recover() {
            List<Transaction> all = super.recover();
            return all.isEmpty() ? all : all.subList(0, all.size() - 1);
        }
    }

    static Stream<Arguments> mutants() {
        Map<String, WorldParts> mutants = new LinkedHashMap<>();
        Supplier<Disk> disks = () -> new Disk(FORMAT);
        Mutants.all().forEach((name, machines) -> mutants.put(name, new WorldParts(machines, disks)));
        mutants.put("a disk says that it has synced, and has not", new WorldParts(MutantsTest::asItIs, LyingDisk::new));
        mutants.put("a disk forgets its last record", new WorldParts(MutantsTest::asItIs, ForgetfulDisk::new));
        return mutants.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    private static StateMachine asItIs(Instance instance) {
        return StateMachine.of(instance);
    }

    /** One after the other: each wants a processor of its own. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    @Execution(ExecutionMode.SAME_THREAD)
    void isFoundWithinTwoHundredSeeds(String name, WorldParts parts) {
        Optional<Violation> found = Optional.empty();
        long seed = 0;
        while (found.isEmpty() && seed < MOST_SEEDS) {
            found = Trial.violation(++seed, STEPS, parts);
        }
        assertThat(found).as(name).isPresent();
        System.err.println(name + ": seed " + seed + ": "
                + found.get().getMessage().lines().findFirst().orElse(""));
    }
}
