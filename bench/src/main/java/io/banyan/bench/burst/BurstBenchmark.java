package io.banyan.bench.burst;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.fake.ec2.FakeEc2;
import io.banyan.fake.ec2.FakeType;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.ClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bench/burst}: the EC2 tests of the paper (section 5.3) against an endpoint of our own. Its output is Markdown.
 */
@Command(
        name = "bench/burst",
        description =
                "Burst to EC2 as in the paper: 8 types x 1, 2, 4 and 8 instances, and Fleets of 10 among 300 types.",
        showDefaultValues = true)
public final class BurstBenchmark implements Callable<Integer> {
    private static final int[] COUNTS = {1, 2, 4, 8};
    private static final int FLEET_SIZE = 10;
    private static final int FLEET_TYPES = 300;
    private static final int ZONES = 77;
    private static final double CREATION_SECONDS = 5;
    private static final double FLEET_SECONDS = 6.24;
    private static final double PERCENT = 100;
    private static final double MILLIS = 1e3;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "number of bursts of each type and count",
            defaultValue = "20")
    private int repetitions;

    @Option(names = "--fleets", paramLabel = "N", description = "number of Fleets", defaultValue = "10")
    private int fleets;

    @Option(
            names = "--scale",
            paramLabel = "PART",
            description =
                    "time of the local endpoint, as a fraction of the time of EC2 in the paper; shares refer to the"
                            + " full time",
            defaultValue = "0.02")
    private double scale;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private BurstBenchmark() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new BurstBenchmark(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--repetitions", repetitions);
        Benchmark.atLeast(1, spec, "--fleets", fleets);
        System.out.printf("%s%n%n", MachineDescription.here());
        System.out.printf(
                "Our own work is what a client waits beyond the time for which calls are at EC2: gRPC, matching, mapping, the SDK, encoding, "
                        + "the journal and attaching. Its share is of %.0f s for instances and %.2f s for a Fleet.%n%n",
                CREATION_SECONDS, FLEET_SECONDS);
        try (var scratch = ScratchDirectory.create("burst")) {
            instances(scratch.path().resolve("instances"));
            fleets(scratch.path().resolve("fleets"));
            catalogue(scratch.path().resolve("catalogue"));
        }
        return 0;
    }

    private void instances(Path directory) throws Exception {
        List<FakeType> types = FakeType.ofThePaper();
        var table = new MarkdownTable(
                "type", "elements of 1", "bursts", "waited, s", "own work, ms: median", "95 %", "share, %");
        try (FakeEc2 ec2 = FakeEc2.start(types);
                BurstSite site = BurstSite.start(ec2, directory, ",types=" + names(types))) {
            warmUp(site, nodes("t2.micro", 1));
            ec2.launchesTake(scaled(CREATION_SECONDS));
            for (FakeType type : types) {
                List<BurstSite.Burst> bursts = new ArrayList<>();
                for (int count : COUNTS) {
                    bursts.addAll(repeated(site, nodes(type.name(), count), repetitions));
                }
                row(table, type.name(), bursts, CREATION_SECONDS);
            }
        }
        System.out.println(table);
    }

    private void fleets(Path directory) throws Exception {
        List<FakeType> types = FakeType.many().subList(0, FLEET_TYPES);
        var table = new MarkdownTable(
                "Fleet", "elements of 1", "bursts", "waited, s", "own work, ms: median", "95 %", "share, %");
        try (FakeEc2 ec2 = FakeEc2.start(types);
                BurstSite site =
                        BurstSite.start(ec2, directory, ",mode=fleet,zones=" + String.join("+", FakeEc2.ZONES))) {
            Jobspec jobspec = jobspec(FLEET_SIZE, "{}");
            warmUp(site, jobspec);
            ec2.launchesTake(scaled(FLEET_SECONDS));
            row(table, FLEET_SIZE + " of " + FLEET_TYPES + " types", repeated(site, jobspec, fleets), FLEET_SECONDS);
            System.out.println(table);
        }
    }

    /** Bursts with a catalogue of many node types, more than a static configuration of another scheduler could hold. */
    private void catalogue(Path directory) throws Exception {
        List<FakeType> types = FakeType.many().subList(0, FLEET_TYPES);
        List<String> zones =
                IntStream.range(0, ZONES).mapToObj("us-east-1z%d"::formatted).toList();
        try (FakeEc2 ec2 = FakeEc2.start(types, zones);
                BurstSite site = BurstSite.start(
                        ec2,
                        directory,
                        ",mode=instances,types=" + names(types) + ",zones=" + String.join("+", zones))) {
            BurstSite.Burst first = site.burst(nodes(types.getFirst().name(), 1));
            System.out.printf(
                    "With %d types x %d zones to choose from the daemon was up after %s s, and the first burst, which asks for the catalogue, took %s s.%n",
                    types.size(), zones.size(), number(site.startSeconds()), number(first.total()));
        }
    }

    private static String names(List<FakeType> types) {
        return types.stream().map(FakeType::name).collect(Collectors.joining("+"));
    }

    /** The paper's client was warm as well; and a catalogue is asked for once. */
    private static void warmUp(BurstSite site, Jobspec jobspec) throws ClientException {
        var unused = repeated(site, jobspec, FLEET_SIZE);
    }

    private static List<BurstSite.Burst> repeated(BurstSite site, Jobspec jobspec, int times) throws ClientException {
        List<BurstSite.Burst> bursts = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            bursts.add(site.burst(jobspec));
        }
        return bursts;
    }

    private Duration scaled(double seconds) {
        return Duration.ofMillis(Math.round(seconds * scale * MILLIS));
    }

    private static void row(MarkdownTable table, String name, List<BurstSite.Burst> bursts, double creation) {
        double[] own =
                bursts.stream().mapToDouble(burst -> burst.ours() * MILLIS).toArray();
        double[] sorted = own.clone();
        Arrays.sort(sorted);
        double median = ValueSummary.of(own).median();
        table.row(
                name,
                bursts.getFirst().elements(),
                bursts.size(),
                number(bursts.stream()
                        .mapToDouble(BurstSite.Burst::total)
                        .average()
                        .orElseThrow()),
                number(median),
                number(ValueSummary.quantile(sorted, 0.95)),
                number(median / MILLIS / creation * PERCENT));
    }

    private static Jobspec nodes(String type, int count) throws JobspecException {
        return jobspec(count, "{properties: [" + type + "]}");
    }

    private static Jobspec jobspec(int count, String constraint) throws JobspecException {
        return JobspecReader.read(
                "version: 9999\nresources: [{type: slot, label: s, count: " + count
                        + ", with: [{type: node, count: 1}]}]\n"
                        + "tasks: [{command: [app], slot: s, count: {per_slot: 1}}]\n"
                        + "attributes: {system: {duration: 0, constraints: " + constraint + "}}\n",
                "a burst");
    }
}
