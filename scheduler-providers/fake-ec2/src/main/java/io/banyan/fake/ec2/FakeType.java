package io.banyan.fake.ec2;

import java.util.ArrayList;
import java.util.List;

/**
 * An instance type of the fake.
 *
 * @param cores physical ones, of which each may run several virtual CPUs
 * @param gpus 0 for none
 */
public record FakeType(String name, int vcpus, int cores, int memoryMib, int gpus) {
    private static final int MIB_PER_GIB = 1024;
    private static final String[] SIZES = {
        "large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge", "24xlarge"
    };
    private static final int[] VCPUS = {2, 4, 8, 16, 32, 48, 64, 96};
    private static final String[] PROCESSORS = {"", "a", "d", "n", "ad", "dn"};
    private static final int FIRST_GENERATION = 5;
    private static final int LAST_GENERATION = 7;

    /**
     * The eight types of the paper's Table 3, as it has them; of its GPU types two virtual CPUs are a core, which gives
     * its sizes of subgraphs.
     */
    public static List<FakeType> ofThePaper() {
        return List.of(
                inGib("t2.micro", 1, 1, 1, 0),
                inGib("t2.small", 1, 1, 2, 0),
                inGib("t2.medium", 2, 2, 4, 0),
                inGib("t2.large", 2, 2, 8, 0),
                inGib("t2.xlarge", 4, 4, 16, 0),
                inGib("t2.2xlarge", 8, 8, 32, 0),
                inGib("g2.2xlarge", 8, 4, 15, 1),
                inGib("g3.4xlarge", 16, 8, 128, 4));
    }

    /** The types of the paper, and general, compute and memory families of three generations: more than 400 types. */
    public static List<FakeType> many() {
        List<FakeType> types = new ArrayList<>(ofThePaper());
        for (int generation = FIRST_GENERATION; generation <= LAST_GENERATION; generation++) {
            for (String processor : PROCESSORS) {
                for (int i = 0; i < SIZES.length; i++) {
                    types.add(of("m" + generation + processor, i, 4));
                    types.add(of("c" + generation + processor, i, 2));
                    types.add(of("r" + generation + processor, i, 8));
                }
            }
        }
        return List.copyOf(types);
    }

    private static FakeType of(String family, int size, int gibPerVcpu) {
        int vcpus = VCPUS[size];
        return inGib(family + "." + SIZES[size], vcpus, vcpus / 2, vcpus * gibPerVcpu, 0);
    }

    private static FakeType inGib(String name, int vcpus, int cores, int memory, int gpus) {
        return new FakeType(name, vcpus, cores, memory * MIB_PER_GIB, gpus);
    }

    /** An invented price in dollars an hour, which grows with the resources of the type. */
    public double price() {
        return 0.01 * vcpus + 0.002 * memoryMib / MIB_PER_GIB + 0.6 * gpus;
    }
}
