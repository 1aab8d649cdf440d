package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.banyan.fixture.Jobs;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues, limits and weights as people write them. */
class QueueTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "batch",
                "batch,policy=hybrid:reservation-depth=3:queue-depth=9,priority=2",
                "fast,max-time=3600s,default-time=60s,match-policy=low,node-exclusive=false",
                "a,user.jobs=2,user:ada.node=8,account.core=64,total.node=100,max.gpu=2,user.submitted=0",
                "a,requires={\"and\": [{\"properties\": [\"ssd\", \"^old\"]}, {\"hostlist\": [\"n[1-3]\"]}]}"
            })
    void aQueueIsWrittenAsItIsRead(String text) {
        NamedQueue queue = QueueText.queue(text);
        assertThat(queue).hasToString(text);
        assertThat(QueueText.queue(queue.toString())).isEqualTo(queue);
    }

    @Test
    void timesHaveUnits() {
        NamedQueue queue = QueueText.queue("a,max-time=2h,default-time=90s,requires=ssd+^old");
        assertThat(queue.mostSec()).hasValue(7_200);
        assertThat(queue.requires()).hasToString("{\"properties\": [\"ssd\", \"^old\"]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a b                        | a queue's name must have
                    a,speed=9                  | found 'speed=9'
                    a,priority                 | found 'priority'
                    a,priority=-1              | 'priority' must be a whole number, found '-1'
                    a,priority=99999999        | the priority of a queue must be 0 to 1000000
                    a,policy=lifo              | there is no queue policy 'lifo'
                    a,max-time=5               | 'max-time' must be a time with its unit
                    a,max-time=1m,default-time=2m | the usual time, 120 s, is more than the longest, 60 s
                    a,policy=easy,policy=fcfs  | 'policy' occurs twice
                    a,user.jobs=1,user.jobs=2  | there are two limits for 'user.jobs'
                    a,user.jobs=many           | expected a limit such as
                    a,total:ada.jobs=1         | does not accept a name
                    a,max.jobs=1               | 'max' requires a resource type
                    a,match-policy=best        | There is no match policy 'best'
                    a,node-exclusive=maybe     | true or false
                    a,requires=                | a property must have a name
                    a,requires={"nor": []}     | nor
                    """)
    void whatIsNoQueueIsRefused(String text, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueText.queue(text))
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    age                | found 'age'
                    age=much           | 'age' must be a number, found 'much'
                    weight=1           | a priority accepts age
                    half-life=0d       | 'half-life' must be a time
                    charge=core:1+core:2 | of different names
                    age=9999999999     | a weight must be a number from
                    age=-9999999999    | a weight must be a number from
                    size=NaN           | 'size' must be a number, found 'NaN'
                    size=1e3           | 'size' must be a number, found '1e3'
                    charge=core:0      | a charge must be 1 or more, found core:0; omit resource types without a charge
                    charge=core:1+gpu:0 | a charge must be 1 or more, found gpu:0
                    charge=core:-1     | 'charge' must be a whole number, found '-1'
                    every=999999999999d | times must be 1 to 3155760000 seconds
                    age-max=999999999999d | times must be 1 to 3155760000 seconds
                    half-life=999999999999d | a half-life must be 1 to 3155760000 seconds
                    """)
    void whatIsNoPriorityIsRefused(String text, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueText.priority(text, List.of()))
                .withMessageContaining(why);
    }

    @Test
    void anAccountHasSharesAndUsers() {
        assertThat(QueueText.account("physics,shares=3,users=ada:2+bob").users())
                .containsExactly(Map.entry("ada", 2L), Map.entry("bob", 1L));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueText.account("physics,shares=0"))
                .withMessageContaining("1 or more shares");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueText.priority(
                        "", List.of(QueueText.account("physics"), QueueText.account("physics,shares=2"))))
                .withMessageContaining("same name");
    }

    @Test
    void whatIsAskedForIsCounted() {
        assertThat(Amounts.of(Jobs.jobspec("2 node { 3 slot { 4 core, 1 gpu } } for 9")))
                .isEqualTo(Map.of("node", 2L, "core", 24L, "gpu", 6L));
        assertThat(Amounts.of(Jobs.jobspec("5 slot { 1 node! }"))).isEqualTo(Map.of("node", 5L));
    }

    @Test
    void theAmountOfOneTypeIsTheOneAmongAll() throws Exception {
        Jobspec alternatives = JobspecReader.read("""
                {version: 1, tasks: [], attributes: {system: {duration: 9}}, resources: [{type: node, count: 2, with: [
                  {type: xor_slot, label: few, count: 3, with: [{type: core, count: 4}]},
                  {type: xor_slot, label: many, count: 5, with: [{type: gpu, count: 1}]}]}]}
                """, "the test");
        assertThat(Amounts.of(alternatives)).isEqualTo(Map.of("node", 2L, "core", 24L, "gpu", 10L));
        for (Jobspec jobspec : List.of(
                alternatives,
                Jobs.jobspec("2 node { 3 slot { 4 core, 1 gpu } } for 9"),
                Jobs.jobspec("5 slot { 1 node! }"))) {
            Map<String, Long> all = Amounts.of(jobspec);
            for (String type : List.of("node", "core", "gpu", "slot")) {
                assertThat(Amounts.of(jobspec, type)).as(type).isEqualTo(all.getOrDefault(type, 0L));
            }
        }
    }
}
