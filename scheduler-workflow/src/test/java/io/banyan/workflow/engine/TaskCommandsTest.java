package io.banyan.workflow.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.workflow.format.cwl.CwlProcess;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TaskCommandsTest {
    private static final TaskPlace PLACE =
            new TaskPlace(Path.of("/task/out"), Path.of("/task/tmp"), Path.of("/task/in"));

    private static TaskCommand command(String text, String inputs) throws DocumentException, TaskException {
        CwlProcess process = CwlTexts.process(text);
        return TaskCommands.command(
                CwlTexts.task(process, inputs), (CommandLineTool) process, PLACE, new LocalFileView());
    }

    @Test
    void ordersWordsByPositionThenByName() throws Exception {
        String tool = """
                class: CommandLineTool
                baseCommand: [run, it]
                arguments: [{valueFrom: last, position: 9}, first]
                inputs:
                  b: {type: int, inputBinding: {position: 2, prefix: -b}}
                  a: {type: string, inputBinding: {position: 2, prefix: a=, separate: false}}
                  none: {type: "string?", inputBinding: {position: 1}}
                  flag: {type: boolean, inputBinding: {position: 3, prefix: --flag}}
                  off: {type: boolean, inputBinding: {position: 3, prefix: --off}}
                outputs: []
                """;
        assertThat(command(tool, "{a: x y, b: 7, flag: true, off: false}").words())
                .containsExactly("run", "it", "first", "a=x y", "-b", "7", "--flag", "last");
    }

    @Test
    void bindsListsAsAWholeAndByItem() throws Exception {
        String tool = """
                class: CommandLineTool
                baseCommand: run
                inputs:
                  joined: {type: "int[]", inputBinding: {position: 1, prefix: -j, itemSeparator: ","}}
                  words: {type: "string[]", inputBinding: {position: 2, prefix: -w}}
                  each: {type: {type: array, items: string, inputBinding: {prefix: -e}}, inputBinding: {position: 3}}
                  empty: {type: "string[]", inputBinding: {position: 4, prefix: -n}}
                outputs: []
                """;
        assertThat(command(tool, "{joined: [1, 2], words: [a, b], each: [c, d], empty: []}")
                        .words())
                .containsExactly("run", "-j", "1,2", "-w", "a", "b", "-e", "c", "-e", "d");
    }

    @Test
    void quotesForTheShellUnlessToldOtherwise() throws Exception {
        String tool = """
                class: CommandLineTool
                requirements: {ShellCommandRequirement: {}}
                arguments: [echo, "a b", {valueFrom: "|", shellQuote: false}, "it's"]
                inputs: []
                outputs: []
                """;
        assertThat(command(tool, "{}").words()).containsExactly("/bin/sh", "-c", "echo 'a b' | 'it'\\''s'");
    }

    @Test
    void stagesEachInputInADirectoryOfItsOwn() throws Exception {
        String tool = """
                class: CommandLineTool
                baseCommand: cat
                requirements:
                  InitialWorkDirRequirement: {listing: [{entryname: run.sh, entry: "echo $(inputs.one.path)"}]}
                stdin: $(inputs.two.path)
                stdout: $(inputs.one.nameroot).out
                inputs:
                  one: {type: File, inputBinding: {}}
                  two: File
                outputs: []
                """;
        TaskCommand command = command(
                tool,
                "{one: {class: File, location: 'file:///data/a.txt'}, two: {class: File, basename: b, contents: c}}");
        assertThat(command.words()).containsExactly("cat", "/task/in/0/a.txt");
        assertThat(command.stdin()).contains(Path.of("/task/in/1/b"));
        assertThat(command.stdout()).contains("a.out");
        assertThat(command.staging())
                .containsExactly(
                        new StagedFile.Link(Path.of("/task/in/0/a.txt"), Path.of("/data/a.txt")),
                        new StagedFile.Text(Path.of("/task/in/1/b"), "c"),
                        new StagedFile.Text(Path.of("/task/out/run.sh"), "echo /task/in/0/a.txt"));
    }

    @Test
    void inputsInTheWorkingDirectoryHaveTheirPathThere() throws Exception {
        String tool = """
                class: CommandLineTool
                baseCommand: edit
                requirements: {InitialWorkDirRequirement: {listing: [{entry: $(inputs.one), writable: true}]}}
                inputs: {one: {type: File, inputBinding: {}}}
                outputs: []
                """;
        TaskCommand command = command(tool, "{one: {class: File, location: 'file:///data/a.txt'}}");
        assertThat(command.words()).containsExactly("edit", "/task/out/a.txt");
        assertThat(command.staging()).contains(new StagedFile.Copy(Path.of("/task/out/a.txt"), Path.of("/data/a.txt")));
    }

    @Test
    void environmentAndLimitAreEvaluated() throws Exception {
        String tool = """
                class: CommandLineTool
                baseCommand: "true"
                requirements:
                  EnvVarRequirement: {envDef: {WORD: "$(inputs.word)!", CORES: $(runtime.cores)}}
                  ResourceRequirement: {coresMin: 2.5}
                  ToolTimeLimit: {timelimit: 3}
                inputs: {word: string}
                outputs: []
                """;
        TaskCommand command = command(tool, "{word: hey}");
        assertThat(command.environment()).containsEntry("WORD", "hey!").containsEntry("CORES", "3");
        assertThat(command.environment()).containsEntry("HOME", "/task/out").containsEntry("TMPDIR", "/task/tmp");
        assertThat(command.limitMillis()).isEqualTo(Optional.of(3_000L));
    }

    @Test
    void refusesWhatLeavesTheWorkingDirectory() {
        String entry = """
                class: CommandLineTool
                requirements: {InitialWorkDirRequirement: {listing: [{entryname: NAME, entry: text}]}}
                stdout: STDOUT
                inputs: []
                outputs: []
                """;
        String name = entry.replace("NAME", "../x").replace("STDOUT", "out");
        assertThatThrownBy(() -> command(name, "{}"))
                .isInstanceOf(TaskException.class)
                .hasMessage("'entryname' must name a file inside the working directory, found '../x'");
        String stream = entry.replace("NAME", "x").replace("STDOUT", "/etc/out");
        assertThatThrownBy(() -> command(stream, "{}"))
                .hasMessage("the file for an output stream must be inside the working directory, found '/etc/out'");
    }

    @Test
    void refusesInputsThatDoNotFitAndContainers() {
        String tool = "class: CommandLineTool\ninputs: {n: int}\noutputs: []";
        assertThatThrownBy(() -> command(tool, "{n: word}"))
                .hasMessage("input 'n' of 'main' must be of type int, found 'word'");
        String docker = "class: CommandLineTool\nrequirements: {DockerRequirement: {dockerPull: x}}\ninputs: []\n"
                + "outputs: []";
        assertThatThrownBy(() -> command(docker, "{}")).hasMessageContaining("needs a container");
    }

    @Test
    void refusesNamesThatNoFileCanHave() {
        String tool = """
                class: CommandLineTool
                requirements: {InitialWorkDirRequirement: {listing: [{entryname: "NAME", entry: text}]}}
                stdout: "STDOUT"
                stdin: "STDIN"
                inputs: {f: "File?"}
                outputs: []
                """;
        for (String place : List.of("NAME", "STDOUT", "STDIN")) {
            String text = tool.replace(place, "a\\0b")
                    .replace("NAME", "name")
                    .replace("STDOUT", "out")
                    .replace("STDIN", "in");
            assertThatThrownBy(() -> command(text, "{}"))
                    .as(place)
                    .isInstanceOf(TaskException.class)
                    .hasMessageContaining("is not a path, found 'a\\0b'");
        }
        assertThatThrownBy(() -> command(tool, "{f: {class: File, basename: \"a\\0b\", contents: x}}"))
                .isInstanceOf(TaskException.class)
                .hasMessage("the name of a file is not a path, found 'a\\0b': Nul character not allowed");
    }

    @Test
    void refusesFilesBelowALinkToAnInput() {
        String tool = """
                class: CommandLineTool
                requirements:
                  InitialWorkDirRequirement: {listing: [$(inputs.dir), LISTED]}
                stdout: STDOUT
                inputs: {dir: Directory}
                outputs: []
                """;
        String inputs = "{dir: {class: Directory, location: 'file:///data/dir'}}";
        for (String listed : List.of(
                "{entryname: dir/x, entry: text}",
                "{entryname: dir, entry: text}",
                "{class: Directory, basename: dir, listing: [{class: File, basename: x, contents: y}]}")) {
            String text = tool.replace("LISTED", listed).replace("STDOUT", "out");
            assertThatThrownBy(() -> command(text, inputs))
                    .as(listed)
                    .isInstanceOf(TaskException.class)
                    .hasMessageContaining("'dir' is a link to the input '/data/dir'");
        }
        String stream = tool.replace("LISTED", "{entryname: x, entry: text}").replace("STDOUT", "dir/out");
        assertThatThrownBy(() -> command(stream, inputs))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("'dir' is a link to the input '/data/dir'");
    }
}
