package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskListsTest {
    private static final FillRequest ONE = FillRequest.cores(1);

    private static List<FillSet> read(String text) throws DocumentException {
        return TaskLists.eachObject("f.jsonl", text, ONE);
    }

    @Test
    void readsACommandOnEachLine() throws DocumentException {
        FillSet set = TaskLists.eachLine("f", "# comment\n\n./a 1\n  ./b '2'\r\n", ONE.withPriority(3));
        assertThat(set.tasks()).isEqualTo(2);
        assertThat(set.program().command(0)).containsExactly("/bin/sh", "-c", "./a 1");
        assertThat(set.program().command(1)).containsExactly("/bin/sh", "-c", "  ./b '2'");
        assertThat(set.request()).isEqualTo(ONE.withPriority(3));
    }

    @Test
    void readsAnObjectOnEachLine() throws DocumentException {
        List<FillSet> sets = read("""
                {"command": "echo a"}
                {"command": ["echo", "it's"]}
                {"command": "b", "cores": "all", "memory": "1536MiB", "time": "10m", "priority": -2}
                {"command": "c", "accelerators": {"gpu": 0.5}, "placement": "tight", "crash-limit": 1, "time": 1.5}
                {"command": "d", "variants": [{"cores": 4, "accelerators": {"gpu": 1}}, {"cores": 16}]}
                {"command": "e", "nodes": 4}
                """);
        assertThat(sets).extracting(FillSet::tasks).containsExactly(2, 1, 1, 1, 1);
        assertThat(sets.get(0).program().lines()).containsExactly("echo a", "'echo' 'it'\\''s'");
        FillRequest all = sets.get(1).request();
        assertThat(all.variants()).containsExactly(new FillNeeds(FillNeeds.ALL_CORES, 1_536, new TreeMap<>()));
        assertThat(all.limitMillis()).isEqualTo(600_000);
        assertThat(all.priority()).isEqualTo(-2);
        FillRequest half = sets.get(2).request();
        assertThat(half.variants()).containsExactly(FillNeeds.cores(1).with("gpu", 5_000));
        assertThat(half.placement()).isEqualTo(CorePlacement.TIGHT);
        assertThat(half.crashLimit()).isEqualTo(1);
        assertThat(half.limitMillis()).isEqualTo(1_500);
        assertThat(sets.get(3).request().variants())
                .containsExactly(FillNeeds.cores(4).with("gpu", 10_000), FillNeeds.cores(16));
        assertThat(sets.get(4).request().nodes()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"comand\": \"a\"} | f.jsonl:2:2: unknown key 'comand' in a task",
                "{\"cores\": 1} | f.jsonl:2:1: a task does not contain 'command'",
                "{\"command\": 3} | f.jsonl:2:13: 'command' of a task must be a text for the shell",
                "{\"command\": []} | f.jsonl:2:13: 'command' of a task must be a text for the shell",
                "{\"command\": [null]} | f.jsonl:2:14: 'command' of a task must be a list of words, found nothing",
                "{\"command\": \"a\", \"cores\": -1} | f.jsonl:2:27: 'cores' of a task must be a whole number from 0",
                "{\"command\": \"a\", \"cores\": 0} | f.jsonl:2:1: a task needs a core or a part of an accelerator",
                "{\"command\": \"a\", \"accelerators\": {\"gpu\": 0.00001}} | f.jsonl:2:42: 'gpu' of 'accelerators' must",
                "{\"command\": \"a\", \"placement\": \"tigth\"} | f.jsonl:2:31: the placement is compact, scatter or tight",
                "{\"command\": \"a\", \"variants\": []} | f.jsonl:2:1: a task has 1 to 16 variants: 0",
                "{\"command\": \"a\", \"variants\": [], \"cores\": 1} | f.jsonl:2:1: a task with 'variants' has no cores",
                "{\"command\": \"a\", \"time\": \"0s\"} | f.jsonl:2:26: 'time' of a task must be a time above 0",
                "{\"command\": \"a\", \"nodes\": 0} | f.jsonl:2:27: 'nodes' of a task must be a whole number from 1",
                "[1] | f.jsonl:2:1: a task must be a mapping, found a list"
            })
    void namesLineAndColumnOfAMistake(String line, String message) {
        assertThatThrownBy(() -> read("{\"command\": \"good\"}\n" + line + "\n"))
                .hasMessageStartingWith(message);
    }

    @Test
    void guessesWords() {
        assertThatThrownBy(() -> read("{\"comand\": \"a\"}")).hasMessageEndingWith("\nMaybe 'command' is meant.");
        assertThatThrownBy(() -> read("{\"command\": \"a\", \"placement\": \"tigt\"}"))
                .hasMessageEndingWith("\nMaybe 'tight' is meant.");
    }

    @Test
    void refusesTextsWithoutTasksAndLongLines() {
        assertThatThrownBy(() -> TaskLists.eachLine("f", "# nothing\n", ONE))
                .hasMessage("f: the text has no task, expected a command on each line");
        assertThatThrownBy(() -> TaskLists.eachLine("f", "a\n" + "b".repeat(100_001), ONE))
                .hasMessage("f:2:100000: the line has more than 100000 characters");
        assertThatThrownBy(() -> TaskLists.eachLine("f", "a\0b", ONE))
                .hasMessage("f:1:2: a command has no character of code 0");
    }

    @Test
    void damagedTextsGiveSetsOrOneSentence() {
        long seed = 1;
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        String good =
                "{\"command\": [\"a\", \"b\"], \"cores\": 2, \"accelerators\": {\"gpu\": 0.5}, \"time\": \"10m\"}";
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            var text = new StringBuilder(good);
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                int place = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(place);
                    case 1 -> text.insert(place, (char) random.nextInt(1, 128));
                    default -> text.setCharAt(place, "{}[]\",:0aé#'\\".charAt(random.nextInt(13)));
                }
            }
            try {
                assertThat(read(text.toString())).isNotEmpty();
            } catch (DocumentException e) {
                assertThat(e).hasMessageStartingWith("f.jsonl:");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_000);
    }
}
