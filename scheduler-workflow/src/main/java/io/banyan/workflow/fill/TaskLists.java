package io.banyan.workflow.fill;

import io.banyan.document.Document;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Fields;
import io.banyan.document.Nearest;
import io.banyan.document.Source;
import io.banyan.workflow.format.FieldWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads lists of tasks: a line of the shell each, or a JSON object each. Empty lines and lines that begin with
 * {@code #} are skipped. Errors name file, line and column. O(length of the text); any thread.
 */
public final class TaskLists {
    /** The longest text, in characters. */
    public static final int MOST_CHARACTERS = 1 << 26;

    /** The longest line; the kernel refuses an argument of 128 KiB. */
    private static final int LONGEST_LINE = 100_000;

    private static final int MOST_NODES = 100_000;
    private static final int MOST_CORES = 100_000;
    private static final long BYTES_OF_MIB = 1 << 20;
    private static final String COMMAND = "command";
    private static final List<String> NEEDS = List.of("cores", "memory", "accelerators");
    private static final List<String> KEYS = List.of(
            COMMAND,
            "cores",
            "memory",
            "accelerators",
            "variants",
            "nodes",
            "placement",
            "priority",
            "time",
            "crash-limit");

    private final Source source;
    private final FieldWords words;

    private TaskLists(String name) {
        this.source = new Source(name, "task");
        this.words = new FieldWords(source);
    }

    /**
     * Returns the set of a text with a command of the shell on each line.
     *
     * @param name the name of the text, for errors
     * @param text the text
     * @param request the requirements of each task
     * @throws DocumentException if the text has no task, too many of them, or a line that is too long
     */
    public static FillSet eachLine(String name, String text, FillRequest request) throws DocumentException {
        var lists = new TaskLists(name);
        List<String> commands = new ArrayList<>();
        for (Line line : lists.lines(text)) {
            commands.add(line.text());
        }
        return set(1, name, request, commands);
    }

    /**
     * Returns the sets of a text with a JSON object on each line; neighbours with equal requirements are one set. An
     * object has a {@code command} (a text for the shell, or a list of words), and may have {@code cores} (a number or
     * {@code all}), {@code memory}, {@code accelerators} (an object of amounts by type), {@code variants} (a list of
     * objects of these three), {@code nodes}, {@code placement}, {@code priority}, {@code time} and
     * {@code crash-limit}.
     *
     * @param name the name of the text, for errors
     * @param text the text
     * @param usual the requirements of a task that names none
     * @throws DocumentException if the text has no task, too many of them, or a wrong object
     */
    public static List<FillSet> eachObject(String name, String text, FillRequest usual) throws DocumentException {
        var lists = new TaskLists(name);
        List<FillSet> sets = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        FillRequest current = usual;
        for (Line line : lists.lines(text)) {
            try {
                Document document = DocumentReader.read(line.text(), lists.source);
                Fields fields = Fields.of(lists.source, "a task", document, KEYS);
                FillRequest request = lists.request(fields, usual);
                if (!request.equals(current) && !commands.isEmpty()) {
                    sets.add(set(sets.size() + 1, name, current, commands));
                    commands = new ArrayList<>();
                }
                current = request;
                commands.add(lists.command(fields));
            } catch (DocumentException e) {
                throw lists.inLine(e, line.number());
            }
        }
        sets.add(set(sets.size() + 1, name, current, commands));
        return sets;
    }

    private static FillSet set(int number, String name, FillRequest request, List<String> commands) {
        FillProgram program = FillProgram.lines(commands);
        return new FillSet(number, name, commands.size(), request, program, TaskOrder.none(), List.of());
    }

    private record Line(int number, String text) {}

    private List<Line> lines(String text) throws DocumentException {
        if (text.length() > MOST_CHARACTERS) {
            throw source.error(
                    "the text has " + text.length() + " characters, at most " + MOST_CHARACTERS + " are read");
        }
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (line.isBlank() || line.stripLeading().startsWith("#")) {
                continue;
            }
            if (line.length() > LONGEST_LINE) {
                throw source.error(
                        new Document.Position(number, LONGEST_LINE),
                        "the line has more than " + LONGEST_LINE + " characters");
            }
            if (line.indexOf('\0') >= 0) {
                throw source.error(
                        new Document.Position(number, line.indexOf('\0') + 1), "a command has no character of code 0");
            }
            lines.add(new Line(number, line));
            if (lines.size() > FillSet.MOST_TASKS) {
                throw source.error("the text has more than " + FillSet.MOST_TASKS + " tasks");
            }
        }
        if (lines.isEmpty()) {
            throw source.error("the text has no task, expected a command on each line");
        }
        return lines;
    }

    /** Returns an exception with the line of the text in place of the line of the object, which is always the first. */
    private DocumentException inLine(DocumentException error, int line) {
        String message = String.valueOf(error.getMessage());
        String first = source.name() + ":1:";
        boolean isPlaced = message.startsWith(first);
        return new DocumentException(
                isPlaced ? source.name() + ":" + line + ":" + message.substring(first.length()) : message);
    }

    private String command(Fields fields) throws DocumentException {
        Document value = fields.required(COMMAND);
        if (value instanceof Sequence sequence && !sequence.items().isEmpty()) {
            List<String> quoted = new ArrayList<>();
            for (Document word : sequence.items()) {
                if (!(word instanceof Scalar scalar) || scalar.kind() == Kind.NULL) {
                    throw fields.wrong(COMMAND, word, "a list of words");
                }
                quoted.add("'" + scalar.text().replace("'", "'\\''") + "'");
            }
            return String.join(" ", quoted);
        }
        if (value instanceof Scalar scalar
                && scalar.kind() == Kind.TEXT
                && !scalar.text().isBlank()) {
            return scalar.text();
        }
        throw fields.wrong(COMMAND, value, "a text for the shell, or a list of words");
    }

    private FillRequest request(Fields fields, FillRequest usual) throws DocumentException {
        boolean hasNeeds = NEEDS.stream().anyMatch(fields::has);
        List<FillNeeds> variants = hasNeeds ? List.of(needs(fields)) : usual.variants();
        if (fields.has("variants")) {
            if (hasNeeds) {
                throw source.error(fields.at(), "a task with 'variants' has no " + String.join(", ", NEEDS));
            }
            variants = new ArrayList<>();
            for (Document variant : fields.list("variants")) {
                variants.add(needs(Fields.of(source, "a variant", variant, NEEDS)));
            }
        }
        List<FillNeeds> chosen = variants;
        int nodes = words.count(fields, "nodes", 1, MOST_NODES, usual.nodes());
        CorePlacement placement = fields.has("placement") ? placement(fields) : usual.placement();
        int priority = words.count(fields, "priority", Integer.MIN_VALUE, Integer.MAX_VALUE, usual.priority());
        long limit = fields.has("time") ? words.millis(fields, "time") : usual.limitMillis();
        int crashes = words.count(fields, "crash-limit", 1, FillRequest.MOST_CRASHES, usual.crashLimit());
        return words.checked(fields.at(), () -> new FillRequest(chosen, nodes, placement, priority, limit, crashes));
    }

    private CorePlacement placement(Fields fields) throws DocumentException {
        String word = fields.text("placement");
        List<String> known = List.of("compact", "scatter", "tight");
        if (!known.contains(word)) {
            String maybe = Nearest.of(word.toLowerCase(Locale.ROOT), known)
                    .map(near -> "\nMaybe '" + near + "' is meant.")
                    .orElse("");
            throw source.error(
                    fields.required("placement").at(),
                    "the placement is compact, scatter or tight, found '" + word + "'" + maybe);
        }
        return CorePlacement.parse(word);
    }

    private FillNeeds needs(Fields fields) throws DocumentException {
        int cores = 1;
        if (fields.has("cores")) {
            Document value = fields.required("cores");
            boolean isAll = value instanceof Scalar scalar && scalar.text().equals("all");
            cores = isAll ? FillNeeds.ALL_CORES : words.count(fields, "cores", 0, MOST_CORES, 1);
        }
        long memory = fields.has("memory") ? words.bytes(fields, "memory", fields.required("memory")) : 0;
        SortedMap<String, Integer> accelerators = fields.has("accelerators")
                ? accelerators(Fields.open(source, "'accelerators'", fields.required("accelerators")))
                : new TreeMap<>();
        int count = cores;
        return words.checked(fields.at(), () -> new FillNeeds(count, Math.ceilDiv(memory, BYTES_OF_MIB), accelerators));
    }

    private SortedMap<String, Integer> accelerators(Fields fields) throws DocumentException {
        var amounts = new TreeMap<String, Integer>();
        for (Map.Entry<String, Document.Entry> entry : fields.entries().entrySet()) {
            Document value = entry.getValue().value();
            double amount =
                    value instanceof Scalar scalar && (scalar.kind() == Kind.INTEGER || scalar.kind() == Kind.DECIMAL)
                            ? Double.parseDouble(scalar.text())
                            : 0;
            double units = amount * FillNeeds.WHOLE;
            if (!(units >= 1 && units <= (double) MOST_CORES * FillNeeds.WHOLE) || units != Math.rint(units)) {
                throw fields.wrong(entry.getKey(), value, "a number above 0 with at most four decimals");
            }
            amounts.put(entry.getKey(), (int) units);
        }
        return amounts;
    }
}
