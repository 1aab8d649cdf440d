package io.banyan.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.queue.QueuePolicy;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.metric.OutcomeSummary;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.workload.JobPlacement;
import io.banyan.sim.workload.Machines;
import io.banyan.sim.workload.Replay;
import io.banyan.sim.workload.ReplayWatcher;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Workload;
import io.banyan.sim.workload.WorkloadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static WorkloadOutcome run(Trace trace, String policy, ReplayWatcher watcher) {
        return new Replay(
                        InstanceConfig.root("r").queueing(QueuePolicy.parse(policy)),
                        Machines.cluster(trace.nodes(), trace.coresPerNode()),
                        ReportTest::jobspec,
                        watcher)
                .run(trace.workload());
    }

    private static Jobspec jobspec(TraceJob job) {
        return new Jobspec(
                1,
                List.of(Resource.slot("task", Count.exactly(job.size()), Resource.of("core", Count.exactly(1)))),
                List.of(),
                Attributes.lasting(job.limitSec()));
    }

    private static Trace three() {
        var jobs = List.of(TraceJob.of(1, 0, 50, 50, 3), TraceJob.of(2, 5, 20, 20, 4), TraceJob.of(3, 6, 9, 9, 9));
        return new Trace(new Workload("three", jobs, List.of()), 2, 2, OptionalLong.empty());
    }

    @Test
    void aLogSaysWhatHappenedAndWhere() {
        StringBuilder log = new StringBuilder();
        run(three(), "easy", new EventLog("easy", log));
        assertThat(log.toString()).isEqualTo("""
                easy,0,submit,1,3,
                easy,0,start,1,3,node[0-1]
                easy,5,submit,2,4,
                easy,6,refuse,3,9,
                easy,50,end,1,3,
                easy,50,start,2,4,node[0-1]
                easy,70,end,2,4,
                """);
    }

    @Test
    void theSameSeedAndPolicyHaveTheSameLogByteForByte() {
        var generator = Generator.parse("lublin:jobs=300,nodes=32");
        for (String policy : List.of("fcfs", "easy", "conservative", "hybrid")) {
            StringBuilder first = new StringBuilder();
            StringBuilder second = new StringBuilder();
            run(generator.trace(7), policy, new EventLog(policy, first));
            run(generator.trace(7), policy, new EventLog(policy, second));
            assertThat(second.toString()).isEqualTo(first.toString());
            assertThat(first.toString().lines()).hasSize(900);
        }
        StringBuilder other = new StringBuilder();
        StringBuilder one = new StringBuilder();
        run(generator.trace(8), "easy", new EventLog("easy", other));
        run(generator.trace(7), "easy", new EventLog("easy", one));
        assertThat(other.toString()).isNotEqualTo(one.toString());
    }

    @Test
    void aPageNeedsNothingFromElsewhere() {
        Trace trace = Generator.parse("lublin:jobs=60,nodes=16").trace(1);
        List<PolicyResult> results = new ArrayList<>();
        for (String policy : List.of("fcfs", "easy")) {
            var recorder = new RunRecorder();
            OutcomeSummary summary = OutcomeSummary.of(run(trace, policy, recorder), trace.processors());
            results.add(new PolicyResult(policy, List.of(summary), recorder.all()));
        }
        var machine = Machines.cluster(trace.nodes(), trace.coresPerNode());
        var subject = new HtmlReport.Subject(
                "a <b> & c", 60, 1, 16, JobPlacement.all(machine), List.of("1 job left out: no run time"));
        String page = HtmlReport.page(subject, results);
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("a &lt;b&gt; &amp; c")
                .contains("1 job left out: no run time")
                .contains("Utilisation of the processors under fcfs", "Utilisation of the processors under easy")
                .contains("Length of the queue over time", "Distribution of waits", "Jobs by node under easy")
                .doesNotContain("<script", "href=", "src=", "url(");
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
    }

    @Test
    void aPageOfJobsThatNeverRanIsMadeAllTheSame() {
        var jobs = List.of(TraceJob.of(1, 0, 50, 50, 99));
        var trace = new Trace(new Workload("none", jobs, List.of()), 2, 2, OptionalLong.empty());
        var recorder = new RunRecorder();
        OutcomeSummary summary = OutcomeSummary.of(run(trace, "easy", recorder), 4);
        var subject = new HtmlReport.Subject("none", 1, 1, 4, List.of("node0", "node1"), List.of());
        assertThat(HtmlReport.page(subject, List.of(new PolicyResult("easy", List.of(summary), recorder.all()))))
                .contains("Definitions")
                .doesNotContain("Over time");
    }
}
