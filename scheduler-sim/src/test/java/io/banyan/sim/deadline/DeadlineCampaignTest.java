package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Grid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns, their files and the statements of the paper. */
class DeadlineCampaignTest {
    @TempDir
    private Path directory;

    private static DeadlineCampaign campaign(int seeds, ProgramSettings settings) {
        return new DeadlineCampaign(
                Grid.of(8, 4), DeadlineWorkload.USUAL, settings, 60, DeadlineCampaign.PAPER, 1, seeds);
    }

    private static DeadlineCampaign campaign(int seeds) {
        return campaign(seeds, ProgramSettings.defaults());
    }

    private static String written(Path file, DeadlineCampaign campaign, int units) throws IOException {
        try (var out = CampaignFile.open(file, campaign)) {
            while (out.units() < units) {
                out.add(campaign.unit(out.units()));
            }
        }
        return Files.readString(file);
    }

    @Test
    void anInterruptedCampaignContinuesToTheSameFile() throws IOException {
        DeadlineCampaign campaign = campaign(2);
        String whole = written(directory.resolve("whole"), campaign, campaign.units());
        assertThat(whole.lines().count()).isEqualTo(2 + 2 * 3 * 40);
        for (int length : new int[] {0, 5, whole.indexOf('\n') + 3, whole.length() / 3, whole.length() - 1}) {
            Path part = directory.resolve("part" + length);
            Files.writeString(part, whole.substring(0, length));
            assertThat(written(part, campaign, campaign.units()))
                    .as("cut at %d", length)
                    .isEqualTo(whole);
        }
        assertThat(written(directory.resolve("whole"), campaign(1), 3))
                .as("a shorter campaign leaves the other seeds in the file")
                .isEqualTo(whole);
        assertThat(written(directory.resolve("whole"), campaign(3), 9))
                .as("more seeds extend the file")
                .startsWith(whole);
    }

    @Test
    void unitsDoNotDependOnTheThreadThatRunsThem() {
        DeadlineCampaign campaign = campaign(2);
        List<List<CampaignRun>> one = new ArrayList<>();
        for (int unit = 0; unit < campaign.units(); unit++) {
            one.add(campaign.unit(unit));
        }
        assertThat(IntStream.range(0, campaign.units())
                        .parallel()
                        .mapToObj(campaign::unit)
                        .toList())
                .isEqualTo(one);
    }

    @Test
    void linesAreReadAsTheyAreWritten() throws IOException {
        Path file = directory.resolve("lines");
        String text = written(file, campaign(1), 3);
        CampaignFile.Content content = CampaignFile.read(file);
        assertThat(content.description()).isEqualTo(campaign(1).description());
        assertThat(content.runs())
                .hasSize(120)
                .allSatisfy(run -> assertThat(run.outcome().largestAtRefusal())
                        .isBetween(0.0, run.outcome().freeAtRefusal()));
        assertThat(text.lines().skip(2).toList())
                .isEqualTo(content.runs().stream().map(CampaignRun::line).toList());
    }

    @Test
    void theFileOfAnotherCampaignIsRefused() throws IOException {
        Path file = directory.resolve("other");
        String text = written(file, campaign(1), 1);
        DeadlineCampaign other = campaign(1, ProgramSettings.defaults().with("unit=node"));
        assertThatThrownBy(() -> CampaignFile.open(file, other).close())
                .hasMessage(file + " is the file of another campaign, or of other parameters; choose another file");
        assertThat(Files.readString(file)).isEqualTo(text);
        CampaignFile.open(file, campaign(1)).close();
        assertThat(Files.readString(file)).as("complete units stay").isEqualTo(text);
        Files.writeString(file, "some text\n");
        assertThatThrownBy(() -> CampaignFile.open(file, other).close()).hasMessageContaining("another campaign");
        assertThatThrownBy(() -> CampaignFile.read(file)).hasMessage(file + " is not the file of a campaign");
        Files.writeString(file, text + "1,normal,bsp\n");
        assertThatThrownBy(() -> CampaignFile.read(file))
                .hasMessage(file + ", line 43: expected 24 values, found 3: '1,normal,bsp'");
        Files.writeString(file, text.replace("largest_at_refusal,", ""));
        String older = file + " is the file of a campaign of another version: it has 23 columns that are not the 24 of "
                + "this version; run the campaign into another file";
        assertThatThrownBy(() -> CampaignFile.read(file)).hasMessage(older);
        assertThatThrownBy(() -> CampaignFile.open(file, campaign(1)).close()).hasMessage(older);
        assertThatThrownBy(() -> new CampaignTable(campaign(1).unit(0))).hasMessageContaining("is not complete");
        assertThatThrownBy(() -> new CampaignTable(List.of())).hasMessageContaining("is not complete");
    }

    /** Tries to open the file of a campaign from another process. */
    static final class Opener {
        private Opener() {}

        /** Prints the message of a refusal. */
        public static void main(String[] words) throws IOException {
            try (var file = CampaignFile.open(Path.of(words[0]), campaign(1))) {
                System.out.println("opened with " + file.units() + " units");
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static String openedByAnotherProcess(Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Opener.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return said.strip();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aFileIsLockedWhileACampaignWritesIt() throws Exception {
        Path file = directory.resolve("locked");
        try (var out = CampaignFile.open(file, campaign(1))) {
            out.add(campaign(1).unit(0));
            assertThatThrownBy(() -> CampaignFile.open(file, campaign(1)).close())
                    .hasMessage(file + " is in use by another campaign of this process");
        }
        try (var out = CampaignFile.open(file, campaign(1))) {
            assertThat(out.units()).isEqualTo(1);
            assertThat(openedByAnotherProcess(file)).isEqualTo(file + " is in use by another process");
        }
        assertThat(openedByAnotherProcess(file)).isEqualTo("opened with 1 units");
        assertThatThrownBy(() -> CampaignFile.open(directory, campaign(1)).close())
                .hasMessage(directory + " is not a regular file; choose another file");
    }

    @Test
    void damagedLinesAreRefused() throws IOException {
        Path file = directory.resolve("damaged");
        String text = written(file, campaign(1), 3);
        List<String> lines = text.lines().toList();
        String first = lines.get(2);
        String second = lines.get(3);
        refused(
                file,
                text.replace(second, first),
                "line 4: expected the run '1,normal,monte-carlo,asynchronous,manhattan-median-strict', found "
                        + "'1,normal,monte-carlo,asynchronous,hilbert'");
        refused(
                file,
                text.replace(first + "\n", ""),
                "line 3: expected the run '1,normal,monte-carlo,asynchronous,hil");
        refused(file, text + first + "\n", "line 123: expected the run '2,normal,monte-carlo,asynchronous,hilbert'");
        refused(
                file,
                text.replace(first, first.substring(0, first.lastIndexOf(',')) + ",NaN"),
                "line 3: expected numbers from 0 on, found 'NaN'");
        refused(
                file,
                text.replace(first, first.substring(0, first.lastIndexOf(',')) + ",-0.5"),
                "line 3: expected numbers from 0 on, found '-0.5'");
        refused(
                file,
                text.replace(first, first.substring(0, first.lastIndexOf(',')) + ",Infinity"),
                "line 3: expected numbers from 0 on, found 'Infinity'");
        String[] cells = first.split(",", -1);
        int completed = Integer.parseInt(cells[12]);
        cells[12] = Integer.toString(completed + 1);
        refused(
                file,
                text.replace(first, String.join(",", cells)),
                "line 3: expected as many accepted jobs as completed and cancelled ones, found " + cells[7] + ", "
                        + (completed + 1) + " and " + cells[13]);
        Files.writeString(file, "# some" + text.substring(text.indexOf('\n')));
        assertThatThrownBy(() -> CampaignFile.read(file)).hasMessage(file + " is not the file of a campaign");
        Files.writeString(file, text.replace(" first-seed=1", ""));
        assertThatThrownBy(() -> CampaignFile.read(file))
                .hasMessageStartingWith(
                        file + ", line 1: expected the parameters network, jobs, first-seed and mappings");
    }

    /** Both reading and continuing refuse a file. */
    private static void refused(Path file, String text, String message) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> CampaignFile.read(file)).hasMessageStartingWith(file + ", " + message);
        if (text.lines().count() <= 2 + 120) {
            assertThatThrownBy(() -> CampaignFile.open(file, campaign(1)).close())
                    .hasMessageStartingWith(file + ", " + message);
            assertThat(Files.readString(file)).isEqualTo(text);
        }
    }

    @Test
    void oneSeedLeavesComparisonsOpen() {
        DeadlineCampaign one = campaign(1);
        var table = new CampaignTable(IntStream.range(0, one.units())
                .mapToObj(one::unit)
                .flatMap(List::stream)
                .toList());
        assertThat(Statements.of(table))
                .filteredOn(
                        it -> List.of("A2", "A3", "C1", "C2", "C3", "C4", "C5", "C7", "C8a", "C8b", "S3a", "S3b", "Y2")
                                .contains(it.id()))
                .extracting(Statement::verdict)
                .hasSize(13)
                .containsOnly(Statement.Verdict.OPEN);
    }

    @Test
    void bothMediansAreMappingsOfThePaper() {
        var both = new DeadlineCampaign(
                Grid.of(4, 2),
                DeadlineWorkload.USUAL,
                ProgramSettings.defaults(),
                10,
                List.of(MappingRule.STRICT_MEDIAN, MappingRule.MANHATTAN_MEDIAN, MappingRule.FORESIGHT),
                1,
                2);
        var table = new CampaignTable(IntStream.range(0, both.units())
                .mapToObj(both::unit)
                .flatMap(List::stream)
                .toList());
        assertThat(MappingGain.of(table)).extracting(MappingGain::mapping).containsOnly(MappingRule.FORESIGHT);
    }

    @Test
    void equalNumbersHaveOneForm() {
        ProgramSettings usual = ProgramSettings.defaults();
        assertThat(usual.with("asynchronous-hops=0.3").line()).isEqualTo(usual.line());
        assertThat(usual.with("profile-error=0.0").line()).isEqualTo(usual.line());
        assertThat(usual.with("bsp-share=0.250").values()).containsEntry("bsp-share", "0.25");
    }

    @Test
    void statementsAreComparedWithPairedRuns() {
        DeadlineCampaign campaign = campaign(3);
        var table = new CampaignTable(IntStream.range(0, campaign.units())
                .mapToObj(campaign::unit)
                .flatMap(List::stream)
                .toList());
        List<Statement> statements = Statements.of(table);
        assertThat(statements)
                .extracting(Statement::id)
                .containsExactly(
                        "A1", "A2", "A3", "A4a", "A4b", "A5", "A6", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8a",
                        "C8b", "S1", "S2", "S3a", "S3b", "Y1", "Y2", "Y3");
        assertThat(statements)
                .filteredOn(it -> it.id().equals("A5") || it.id().equals("A6"))
                .extracting(Statement::verdict)
                .containsOnly(Statement.Verdict.YES);
        assertThat(CampaignPlots.of(table))
                .hasSize(6)
                .allSatisfy((name, svg) -> assertThat(svg).startsWith("<svg").contains("uniform, very-heavy load"));
        assertThat(Reading.all()).hasSize(48).doesNotHaveDuplicates();
    }

    @Test
    void verdictsOnBothOfTwoStatements() {
        Statement.Verdict yes = Statement.Verdict.YES;
        Statement.Verdict no = Statement.Verdict.NO;
        Statement.Verdict open = Statement.Verdict.OPEN;
        assertThat(yes.and(yes)).isEqualTo(yes);
        assertThat(yes.and(open)).isEqualTo(open);
        assertThat(open.and(yes)).isEqualTo(open);
        assertThat(open.and(no)).isEqualTo(no);
        assertThat(no.and(yes)).isEqualTo(no);
    }

    @Test
    void aCalibrationFindsABetterWorkload() {
        var calibration = new Calibration(Grid.of(16, 8), 100, 1, 2);
        Calibration.Fit usual = calibration.measure(DeadlineWorkload.USUAL);
        Calibration.Fit found = calibration.search(DeadlineWorkload.USUAL, false, 12, 3, best -> {});
        assertThat(found.error()).isLessThanOrEqualTo(usual.error());
        assertThat(calibration.search(DeadlineWorkload.USUAL, false, 12, 3, best -> {}))
                .isEqualTo(found);
        assertThat(calibration.comparesTimes())
                .as("other times than those of 1000 jobs")
                .isFalse();
        assertThat(found.points()).extracting(Calibration.Point::load).containsExactly(LoadLevel.values());
    }
}
