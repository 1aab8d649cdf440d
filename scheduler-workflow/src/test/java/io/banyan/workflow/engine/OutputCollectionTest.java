package io.banyan.workflow.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlFileRules.Listing;
import io.banyan.workflow.format.cwl.CwlLocation;
import io.banyan.workflow.format.cwl.CwlProcess;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputCollectionTest {
    @TempDir
    private Path directory;

    private TaskPlace place = new TaskPlace(Path.of(""), Path.of(""), Path.of(""));

    @BeforeEach
    void makeDirectories() throws Exception {
        place = new TaskPlace(directory.resolve("out"), directory.resolve("tmp"), directory.resolve("in"));
        Files.createDirectories(place.outdir());
    }

    private ObjectNode outputs(String outputs, int exitCode) throws Exception {
        CwlProcess process =
                CwlTexts.process("class: CommandLineTool\nrequirements: {InlineJavascriptRequirement: {}}\n"
                        + "baseCommand: x\ninputs: []\noutputs: " + outputs);
        CommandLineTool tool = (CommandLineTool) process;
        CwlTask task = CwlTexts.task(process, "{}");
        FileView files = new LocalFileView();
        TaskCommand command = TaskCommands.command(task, tool, place, files);
        return OutputCollection.outputs(task, tool, command, place, exitCode, files);
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(place.outdir().resolve(name), text);
    }

    @Test
    void findsFilesByPatternWithThoseBesideThem() throws Exception {
        write("a.bam", "aa");
        write("a.bai", "i");
        write(".hidden.bam", "h");
        ObjectNode found = outputs("{o: {type: File, secondaryFiles: ^.bai, outputBinding: {glob: '*.bam'}}}", 0);
        assertThat(found.at("/o/location").asText())
                .isEqualTo(CwlLocation.of(place.outdir().resolve("a.bam")));
        assertThat(found.at("/o/size").asInt()).isEqualTo(2);
        assertThat(found.at("/o/secondaryFiles/0/basename").asText()).isEqualTo("a.bai");
    }

    @Test
    void givesListsInTheOrderOfNames() throws Exception {
        write("b.txt", "");
        write("a.txt", "");
        ObjectNode found = outputs("{o: {type: 'File[]', outputBinding: {glob: '*.txt'}}}", 0);
        assertThat(found.at("/o/0/basename").asText()).isEqualTo("a.txt");
        assertThat(found.at("/o/1/basename").asText()).isEqualTo("b.txt");
    }

    @Test
    void evaluatesContents() throws Exception {
        write("n", "41");
        String output = "{o: {type: int, outputBinding: {glob: n, loadContents: true,"
                + " outputEval: '$(parseInt(self[0].contents) + 1)'}}}";
        assertThat(outputs(output, 0).path("o").asInt()).isEqualTo(42);
    }

    @Test
    void takesTheObjectThatTheTaskWrote() throws Exception {
        write("f", "text");
        write("cwl.output.json", "{\"f\": {\"class\": \"File\", \"path\": \"f\"}, \"n\": 3, \"other\": 1}");
        ObjectNode found = outputs("{f: File, n: int, absent: 'string?'}", 0);
        assertThat(found.at("/f/location").asText())
                .isEqualTo(CwlLocation.of(place.outdir().resolve("f")));
        assertThat(found.at("/n").asInt()).isEqualTo(3);
        assertThat(found.at("/absent").isNull()).isTrue();
        assertThat(found.has("other")).isFalse();
    }

    @Test
    void refusesExitCodesMissingFilesAndWrongTypes() throws Exception {
        Files.createDirectory(place.outdir().resolve("d"));
        assertThatThrownBy(() -> outputs("[]", 3)).hasMessage("task 'main' ended with exit code 3");
        assertThatThrownBy(() -> outputs("{o: {type: File, outputBinding: {glob: x}}}", 0))
                .hasMessage("output 'o' has no file that matches [x]");
        assertThatThrownBy(() -> outputs("{o: {type: File, outputBinding: {glob: d}}}", 0))
                .hasMessage("output 'o' of task 'main' must be of type File, found a Directory");
    }

    @Test
    void refusesWhatIsOutsideTheWorkingDirectory() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "s");
        Files.createSymbolicLink(place.outdir().resolve("link"), secret);
        assertThatThrownBy(() -> outputs("{o: {type: File, outputBinding: {glob: link}}}", 0))
                .hasMessageContaining("which is outside the working directory");
        assertThatThrownBy(() -> outputs("{o: {type: File, outputBinding: {glob: ../secret}}}", 0))
                .hasMessageContaining("must stay inside the working directory");
        write("cwl.output.json", "{\"o\": {\"class\": \"File\", \"path\": \"" + secret + "\"}}");
        assertThatThrownBy(() -> outputs("{o: File}", 0)).hasMessageContaining("outside the working directory");
    }

    @Test
    void refusesPatternsAndPathsThatNoFileCanHave() throws Exception {
        assertThatThrownBy(() -> outputs("{o: {type: File, outputBinding: {glob: \"a\\0b\"}}}", 0))
                .isInstanceOf(TaskException.class)
                .hasMessage("the pattern of an output is not a path, found 'a\\0b': Nul character not allowed");
        write("cwl.output.json", "{\"o\": {\"class\": \"File\", \"path\": \"a\\u0000b\"}}");
        assertThatThrownBy(() -> outputs("{o: File}", 0))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("is not a path");
    }

    @Test
    void refusesAnOutputObjectThatIsALinkToTheOutside() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "{\"o\": 1}");
        Files.createSymbolicLink(place.outdir().resolve("cwl.output.json"), secret);
        assertThatThrownBy(() -> outputs("{o: int}", 0))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("outside the working directory");
    }

    @Test
    void refusesAnOutputObjectThatIsNoRegularFile() throws Exception {
        Files.createDirectory(place.outdir().resolve("cwl.output.json"));
        assertThatThrownBy(() -> outputs("{o: int}", 0))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("is not a regular file");
    }

    @Test
    void anOpenBracketInAPatternStandsForItself() throws Exception {
        write("[", "");
        assertThat(outputs("{o: {type: File, outputBinding: {glob: '['}}}", 0)
                        .at("/o/basename")
                        .asText())
                .isEqualTo("[");
    }

    @Test
    void aLongPatternOfStarsMatchesALongName() throws Exception {
        write("a".repeat(250), "");
        assertThatThrownBy(() -> outputs("{o: {type: File, outputBinding: {glob: '*a*a*a*a*a*a*a*a*b'}}}", 0))
                .hasMessage("output 'o' has no file that matches [*a*a*a*a*a*a*a*a*b]");
    }

    @Test
    void endsTheListingOfLinksInACircle() throws Exception {
        Path circle = Files.createDirectory(place.outdir().resolve("d"));
        Files.createSymbolicLink(circle.resolve("a"), circle);
        Files.createSymbolicLink(circle.resolve("b"), circle);
        FileObjects objects = new FileObjects(new LocalFileView());
        ObjectNode listed = objects.of(circle);
        assertThatThrownBy(() -> objects.loadListing(listed, Listing.DEEP_LISTING, new EntryCount(1_000)::add))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("more than 1000 files are read in directories");
    }

    @Test
    void listsNoDirectoryOutsideTheWorkingDirectory() throws Exception {
        Path inside = Files.createDirectory(place.outdir().resolve("d"));
        Files.createSymbolicLink(inside.resolve("link"), Path.of("/"));
        assertThatThrownBy(
                        () -> outputs("{o: {type: Directory, outputBinding: {glob: d, loadListing: deep_listing}}}", 0))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("output 'link' is a link to '/', which is outside the working directory");
        assertThatThrownBy(() -> outputs("{o: {type: 'File[]', outputBinding: {glob: 'd/link/*/none'}}}", 0))
                .isInstanceOf(TaskException.class)
                .hasMessageContaining("output 'link' is a link to '/', which is outside the working directory");
    }

    @Test
    void refusesDevicesWhoseBytesNeverEnd() throws Exception {
        Path zero = Path.of("/dev/zero");
        assumeThat(Files.exists(zero)).as("/dev/zero exists").isTrue();
        assertThatThrownBy(() -> new LocalFileView().text(zero, 10)).hasMessage("'/dev/zero' is not a regular file");
        Path status = Path.of("/proc/self/status");
        assumeThat(Files.exists(status)).as("/proc exists").isTrue();
        assertThatThrownBy(() -> new LocalFileView().text(status, 10))
                .hasMessage("'/proc/self/status' has more than 10 bytes");
    }
}
