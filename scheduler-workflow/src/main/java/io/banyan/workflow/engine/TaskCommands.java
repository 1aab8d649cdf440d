package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlNeeds;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlRequirement.Docker;
import io.banyan.workflow.format.cwl.CwlRequirement.EnvVar;
import io.banyan.workflow.format.cwl.CwlRequirement.InitialWorkDir;
import io.banyan.workflow.format.cwl.CwlRequirement.InplaceUpdate;
import io.banyan.workflow.format.cwl.CwlRequirement.ShellCommand;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * The making of the command of one task. Any thread may call it; it reads files through {@code FileView} and changes
 * none.
 */
public final class TaskCommands {
    private static final Pattern SAFE_IN_SHELL = Pattern.compile("[\\w@%+=:,./-]+");
    private static final int DEFAULT_MIB = 1_024;

    private final CwlTask task;
    private final CommandLineTool tool;
    private final TaskPlace place;
    private final FileView files;
    private final Expressions expressions;

    private TaskCommands(CwlTask task, CommandLineTool tool, TaskPlace place, FileView files) {
        this.task = task;
        this.tool = tool;
        this.place = place;
        this.files = files;
        this.expressions = CwlNeeds.expressions(task.requirements());
    }

    /**
     * Returns the command of a task.
     *
     * @throws TaskException if an input does not fit, an expression has no value, or the tool needs a container
     */
    public static TaskCommand command(CwlTask task, CommandLineTool tool, TaskPlace place, FileView files)
            throws TaskException {
        try {
            return new TaskCommands(task, tool, place, files).command();
        } catch (ExpressionException e) {
            throw new TaskException("task '" + task.id() + "': " + e.getMessage());
        }
    }

    private TaskCommand command() throws TaskException, ExpressionException {
        if (task.requirements().required(Docker.class).isPresent()) {
            throw new TaskException("task '" + task.id() + "' needs a container, which is not supported");
        }
        ObjectNode inputs = new InputPreparation(task, files, false).prepared();
        Staging staging = new Staging(place.stage());
        CwlNeeds needs = new CwlNeeds(task.requirements(), inputs, true);
        ExpressionContext context = new ExpressionContext(inputs, NullNode.instance, runtime(needs));
        staging.place(inputs);
        Optional<InitialWorkDir> initial = task.requirements().get(InitialWorkDir.class);
        if (initial.isPresent()) {
            boolean inPlace = task.requirements()
                    .get(InplaceUpdate.class)
                    .filter(InplaceUpdate::allowed)
                    .isPresent();
            new InitialDirectory(place.outdir(), staging, new FileObjects(files), expressions, context, inPlace)
                    .fill(initial.get().listing());
        }
        return new TaskCommand(
                words(context),
                environment(context),
                file(tool.stdin(), context).map(path -> place.outdir().resolve(path)),
                outputFile(tool.stdout(), context, staging),
                outputFile(tool.stderr(), context, staging),
                staging.staged(),
                needs.limitMillis(),
                context);
    }

    private ObjectNode runtime(CwlNeeds needs) throws ExpressionException {
        ObjectNode runtime = JsonNodeFactory.instance.objectNode();
        runtime.put("outdir", place.outdir().toString());
        runtime.put("tmpdir", place.tmpdir().toString());
        runtime.set("cores", whole(needs.amount("coresMin", "coresMax"), 1));
        runtime.set("ram", whole(needs.amount("ramMin", "ramMax"), DEFAULT_MIB));
        runtime.set("tmpdirSize", whole(needs.amount("tmpdirMin", "tmpdirMax"), DEFAULT_MIB));
        runtime.set("outdirSize", whole(needs.amount("outdirMin", "outdirMax"), DEFAULT_MIB));
        return runtime;
    }

    private static JsonNode whole(Optional<BigDecimal> amount, int otherwise) {
        BigDecimal whole = amount.orElse(BigDecimal.valueOf(otherwise)).setScale(0, RoundingMode.CEILING);
        return JsonNodeFactory.instance.numberNode(whole.longValue());
    }

    private List<String> words(ExpressionContext context) throws TaskException {
        List<CommandWords.Word> words = new CommandWords(expressions, context).words(tool);
        if (task.requirements().get(ShellCommand.class).isEmpty()) {
            return words.stream().map(CommandWords.Word::text).toList();
        }
        List<String> quoted = words.stream()
                .map(word -> word.quoted() ? quoted(word.text()) : word.text())
                .toList();
        return List.of("/bin/sh", "-c", String.join(" ", quoted));
    }

    private static String quoted(String word) {
        return SAFE_IN_SHELL.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private SequencedMap<String, String> environment(ExpressionContext context) throws ExpressionException {
        SequencedMap<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", place.outdir().toString());
        environment.put("TMPDIR", place.tmpdir().toString());
        Optional<EnvVar> stated = task.requirements().get(EnvVar.class);
        if (stated.isPresent()) {
            for (Map.Entry<String, String> entry : stated.get().values().entrySet()) {
                environment.put(entry.getKey(), JsonValues.text(expressions.evaluate(entry.getValue(), context)));
            }
        }
        return environment;
    }

    private Optional<String> file(Optional<String> stated, ExpressionContext context)
            throws ExpressionException, TaskException {
        if (stated.isEmpty()) {
            return Optional.empty();
        }
        String name = CommandWords.text(expressions.evaluate(stated.get(), context));
        NamedPath.of(name, "the file for a stream");
        return Optional.of(name);
    }

    private Optional<String> outputFile(Optional<String> stated, ExpressionContext context, Staging staging)
            throws ExpressionException, TaskException {
        Optional<String> name = file(stated, context);
        if (name.isPresent()) {
            Path target = place.outdir().resolve(name.get()).normalize();
            if (!target.startsWith(place.outdir()) || target.equals(place.outdir())) {
                throw new TaskException("the file for an output stream must be inside the working directory, found '"
                        + name.get() + "'");
            }
            staging.checkNotLinked(target);
        }
        return name;
    }
}
