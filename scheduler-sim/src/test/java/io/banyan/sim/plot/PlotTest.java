package io.banyan.sim.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PlotTest {
    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void linesHaveATitleAxesAndALegend() throws Exception {
        String svg = LinePlot.svg(
                "Waits of <a> & \"b\"",
                Axis.between("time (h)", 0, 24),
                Axis.upTo("jobs", 93),
                List.of(
                        Series.steps("fcfs", new double[] {0, 12, 24}, new double[] {0, 93, 4}),
                        Series.line("easy", new double[] {0, 24}, new double[] {3, 5}, new double[] {1, 2})));
        Document document = parsed(svg);
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Waits of <a> & \"b\"");
        String words = document.getDocumentElement().getTextContent();
        assertThat(words).contains("time (h)", "jobs", "fcfs", "easy", "100");
        // In the field, 0 to 24 hours are from 74 to 882, and 0 to 100 jobs from the bottom up.
        assertThat(svg).contains("M74 304H478V").contains("#0072B2").contains("#D55E00");
    }

    @Test
    void otherPlotsAreWellFormed() throws Exception {
        Axis time = Axis.between("time (s)", 0, 10);
        parsed(LinePlot.area("a", time, Axis.upTo("x", 1), Series.steps("", new double[0], new double[0]), 3));
        Document gantt = parsed(GanttPlot.svg(
                "g", time, List.of("n0", "n1", "n<2"), List.of(new GanttPlot.Stay(0, 1, 2, 5, 9, "job 1 & more"))));
        assertThat(gantt.getDocumentElement().getTextContent()).contains("n<2", "job 1 & more");
        Document marked = parsed(GanttPlot.svg(
                "g",
                time,
                List.of("n0"),
                List.of(new GanttPlot.Stay(0, 0, 0, 5, GanttPlot.GREY, "jobs")),
                List.of(new GanttPlot.Mark(7, "horizon"))));
        assertThat(marked.getDocumentElement().getTextContent()).contains("horizon", "jobs");
        Document bars = parsed(BarPanels.svg(
                "b",
                List.of("fcfs", "easy"),
                List.of(new BarPanels.Panel(
                        "wait", List.of(new BarPanels.Value(3, 1, "3 ± 1 s"), new BarPanels.Value(0, 0, "0 s"))))));
        assertThat(bars.getDocumentElement().getTextContent()).contains("3 ± 1 s", "0 s", "easy");
    }

    @Test
    void boxesShowTheirOutliersOrCountThem() throws Exception {
        var box = new BoxPlot.Box(1, 2, 3, 4, 4, List.of(5.0, 100.0));
        Document columns = parsed(BoxPlot.columns("a < b & c", "level", "ms", Map.of("L1", box)));
        assertThat(columns.getDocumentElement().getTextContent()).contains("a < b & c", "L1", "level", "ms", "+1");
        // The background and the box; the outlier within the frame.
        assertThat(columns.getElementsByTagName("rect").getLength()).isEqualTo(2);
        assertThat(columns.getElementsByTagName("circle").getLength()).isEqualTo(1);
    }

    @Test
    void linesAreDrawnOverBoxesAtNumbers() throws Exception {
        var boxes = new TreeMap<>(
                Map.of(100, new BoxPlot.Box(1, 1, 1, 1, 1, List.of()), 200, new BoxPlot.Box(2, 2, 2, 2, 2, List.of())));
        Series model = Series.line("ours", new double[] {0, 200}, new double[] {0, 2});
        String svg = BoxPlot.numbers("model", "n", "ms", boxes, List.of(model));
        assertThat(parsed(svg).getDocumentElement().getTextContent()).contains("ours", "200", "n", "ms");
        // 0 to 200 go from 74 to 622, and 0 to 3 ms from the bottom at 344 up to 52.
        assertThat(svg).contains("M74 344L622 149.33");
    }

    @Test
    void anAxisHasRoundNumbers() {
        assertThat(Axis.upTo("", 93).ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
        assertThat(Axis.upTo("", 0).to()).isPositive();
        assertThat(Axis.between("", 3, 17).ticks()).containsExactly(4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0);
        assertThat(Axis.log("", 1, 40_000).ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0, 10_000.0, 100_000.0);
        assertThat(Axis.log("", 1, 1000).part(10)).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(Axis.between("", 0, 10).part(70)).isEqualTo(1);
        assertThat(Axis.around("", 30, 93).from()).isZero();
        assertThat(Axis.around("", 1900, 2600).ticks()).containsExactly(1800.0, 2000.0, 2200.0, 2400.0, 2600.0, 2800.0);
        assertThat(Axis.shown(25_000)).isEqualTo("25k");
        assertThat(Axis.shown(0.25)).isEqualTo("0.25");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new Axis("x", 0, 10, true));
    }

    @Test
    void aLineHasAsManyValuesAsTimes() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Series.line("l", new double[2], new double[3]))
                .withMessage("the line 'l' has 2 times and 3 values, and 0 bars");
    }
}
