package io.banyan.provider.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.ProviderContext;
import io.banyan.provider.contract.SampleRequests;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the output of Slurm's commands. The lines are those of a Slurm 22.05. */
class ParsingTest {
    private static final String NODE =
            "NodeName=n2 Arch=x86_64 CoresPerSocket=2  CPUAlloc=4 CPUEfctv=8 CPUTot=8 CPULoad=3.10"
                    + " AvailableFeatures=fast,ib ActiveFeatures=fast Gres=gpu:2(S:0) NodeAddr=127.0.0.1 NodeHostName=vm Port=26819"
                    + " Version=22.05.8 OS=Linux 6.18.44 #1 SMP PREEMPT_DYNAMIC @0  RealMemory=9000 AllocMem=0 FreeMem=21895"
                    + " Sockets=2 Boards=1 State=MIXED ThreadsPerCore=2 TmpDisk=0 Weight=1 Comment=NodeName=n3 MemSpecLimit=1";

    @Test
    void aPilotThatRunsHasAHostAndATime() throws Exception {
        Pilot pilot = Pilot.parse("12_3|15|RUNNING|n1|all|1-02:03:04|None|banyan-owner=o banyan-provider=p"
                + " banyan-request=g%2F1+x banyan-user=alice banyan-job= and|what a site puts behind");
        assertThat(pilot.id()).isEqualTo("12_3");
        assertThat(pilot.number()).isEqualTo("15");
        assertThat(pilot.isRunning()).isTrue();
        assertThat(pilot.left())
                .contains(Duration.ofDays(1).plusHours(2).plusMinutes(3).plusSeconds(4));
        assertThat(pilot.label().map(Label::request)).contains("g/1 x");
        assertThat(Pilot.parse("7|7|RUNNING|n1|all|4:59|None|").left()).contains(Duration.ofSeconds(299));
        assertThat(Pilot.parse("7|7|RUNNING|n1|all|UNLIMITED|None|").left()).isEmpty();
    }

    @Test
    void aPilotThatWaitsSaysWhyAndWhetherThatEnds() throws Exception {
        assertThat(Pilot.parse("5_0|5|PENDING||all|5:00|PartitionNodeLimit|x").waitsForEver())
                .isTrue();
        assertThat(Pilot.parse("5_0|5|PENDING||all|5:00|(ReqNodeNotAvail, UnavailableNodes:n1)|x")
                        .waitsForEver())
                .isFalse();
    }

    @Test
    void whatIsNoLineOfSqueueIsNamed() {
        for (String line : List.of("JOBID PARTITION", "12_3|RUNN", "|7|RUNNING|n1|all|1:00|None|", "x|7|A|b|c|d|e|f")) {
            assertThatThrownBy(() -> Pilot.parse(line))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(line);
        }
    }

    @Test
    void aNodeHasTheCoresThatJobsCanHaveAndWholeGibibytes() throws Exception {
        assertThat(NodeFacts.parse(NODE)).isEqualTo(new NodeFacts("n2", 4, 8, List.of("fast")));
        assertThatThrownBy(() -> NodeFacts.parse("NodeName=n2 CPUTot=many")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> NodeFacts.parse("Node n2 not found")).isInstanceOf(IOException.class);
    }

    @Test
    void aLabelIsReadAsItWasWrittenWhateverIsInIt() throws Exception {
        var context = new ProviderContext("own pilots", "site-1");
        var request = SampleRequests.request("a|b c=d \n%41\u00e4 banyan-owner=x", SampleRequests.nodes("1", 1));
        Label label = Label.of(context, request);
        assertThat(label.text()).matches("[A-Za-z0-9%+=._* -]+");
        assertThat(Label.parse(label.text())).contains(label);
        assertThat(Label.parse(label.text() + " and more")).contains(label);
        assertThat(label.isOf(context)).isTrue();
        assertThat(label.isOf(new ProviderContext("own pilots", "site-2"))).isFalse();
        assertThat(Label.parse("banyan-owner=%zz")).isEmpty();
        assertThat(Label.jobName(context)).matches("banyan-own-pilots-[0-9a-f]{16}");
        assertThatThrownBy(() -> Label.of(
                                context, SampleRequests.request("x".repeat(1000), SampleRequests.nodes("1", 1)))
                        .text())
                .isInstanceOf(Unmet.class);
    }
}
