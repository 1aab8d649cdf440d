package io.banyan.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.bench.statistics.Line;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PlotTest {
    @Test
    void aBoxHasItsWhiskersAtTheLastValuesWithinTheFences() {
        Box box = Box.of(new double[] {1, 2, 3, 4, 100});
        assertThat(box.lowerWhisker()).isEqualTo(1);
        assertThat(box.upperWhisker()).isEqualTo(4);
        assertThat(box.outliers()).containsExactly(100);
    }

    @Test
    void boxPlotsAreWellFormedAndSayWhatIsAboveTheFrame() throws Exception {
        String svg = BoxPlot.svg("a < b & c", "level", "ms", Map.of("L1", new double[] {1, 2, 3, 4, 100}));
        Document document = parsed(svg);
        assertThat(texts(document)).contains("a < b & c", "L1", "ms", "+1");
        // The background and the box.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("circle").getLength()).isZero();
    }

    @Test
    void modelsAreDrawnOverTheirPoints() throws Exception {
        var values = new TreeMap<Integer, double[]>(Map.of(100, new double[] {1.0, 1.2}, 200, new double[] {2.0, 2.2}));
        var model = new ModelPlot.Model("ours", new Line(0.01, 0), "blue");
        Document document = parsed(ModelPlot.svg("model", "n", "ms", values, List.of(model)));
        assertThat(texts(document)).contains("ours", "200");
        assertThat(blueLines(document)).hasSize(2);
        Element line = blueLines(document).get(0);
        // From the origin of the frame to its right edge, at 2 of 3 ms.
        assertThat(line.getAttribute("x1")).isEqualTo("70.0");
        assertThat(line.getAttribute("y1")).isEqualTo("350.0");
        assertThat(line.getAttribute("x2")).isEqualTo("620.0");
        assertThat(line.getAttribute("y2")).isEqualTo("143.3");
    }

    private static List<Element> blueLines(Document document) {
        return elements(document, "line").stream()
                .filter(line -> line.getAttribute("stroke").equals("blue"))
                .toList();
    }

    private static List<String> texts(Document document) {
        return elements(document, "text").stream().map(Element::getTextContent).toList();
    }

    private static List<Element> elements(Document document, String name) {
        var nodes = document.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
