package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlRequirement.BanyanResources;
import io.banyan.workflow.format.cwl.CwlRequirement.Cuda;
import io.banyan.workflow.format.cwl.CwlRequirement.InlineJavascript;
import io.banyan.workflow.format.cwl.CwlRequirement.Mpi;
import io.banyan.workflow.format.cwl.CwlRequirement.Resources;
import io.banyan.workflow.format.cwl.CwlRequirement.ToolTimeLimit;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.TaskTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The resources and the time of a task, of its requirements and its inputs.
 *
 * @param requirements the requirements of the process with those of its step and its workflows
 * @param inputs the inputs that are known
 * @param complete whether all inputs are known; else an expression without a value gives the default
 */
public record CwlNeeds(CwlRequirements requirements, JsonNode inputs, boolean complete) {
    private static final long MAX_MILLIS = Long.MAX_VALUE / 2;

    /** Returns the evaluation of expressions that requirements ask for. */
    public static Expressions expressions(CwlRequirements requirements) {
        return requirements
                .get(InlineJavascript.class)
                .map(script -> Expressions.javaScript(script.library()))
                .orElse(Expressions.REFERENCES);
    }

    /** Returns the resources of a task. */
    public Needs needs() throws ExpressionException {
        Optional<BanyanResources> own = requirements.get(BanyanResources.class);
        int nodes = own.flatMap(BanyanResources::nodes).orElse(1);
        int processes =
                whole(requirements.get(Mpi.class).map(mpi -> new Stated("processes", mpi.processes(), mpi.place())), 1);
        BigDecimal cores =
                amount("coresMin", "coresMax").orElse(BigDecimal.ONE).multiply(BigDecimal.valueOf(processes));
        BigDecimal memory = amount("ramMin", "ramMax").orElse(BigDecimal.ZERO).multiply(BigDecimal.valueOf(processes));
        TreeMap<String, Integer> accelerators = new TreeMap<>();
        int devices = whole(
                requirements
                        .get(Cuda.class)
                        .map(cuda -> new Stated("cudaDeviceCountMin", cuda.devices(), cuda.place())),
                0);
        if (devices > 0) {
            accelerators.put(Needs.GPU, devices);
        }
        own.ifPresent(resources -> accelerators.putAll(resources.accelerators()));
        return new Needs(nodes, (int) perNode(cores, nodes), perNode(memory, nodes), accelerators);
    }

    /** Returns the amount on each of some nodes, rounded up. */
    private static long perNode(BigDecimal amount, int nodes) throws ExpressionException {
        BigDecimal each = amount.divide(BigDecimal.valueOf(nodes), 0, RoundingMode.CEILING);
        if (each.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            throw new ExpressionException(
                    "an amount of a resource is at most " + Integer.MAX_VALUE + ", found " + amount.toPlainString());
        }
        return each.longValue();
    }

    /** Returns a stated amount, such as of {@code coresMin}; empty if neither key is there. */
    public Optional<BigDecimal> amount(String least, String most) throws ExpressionException {
        Optional<Resources> resources = requirements.get(Resources.class);
        if (resources.isEmpty()) {
            return Optional.empty();
        }
        Map<String, JsonNode> amounts = resources.get().amounts();
        String key = amounts.containsKey(least) ? least : most;
        return number(Optional.ofNullable(amounts.get(key))
                .map(value -> new Stated(key, value, resources.get().place())));
    }

    /** A number or an expression for one, with the file, line and column of its requirement. */
    private record Stated(String key, JsonNode value, String place) {}

    private int whole(Optional<Stated> stated, int otherwise) throws ExpressionException {
        BigDecimal number = number(stated).orElse(BigDecimal.valueOf(otherwise));
        return (int) Math.min(number.setScale(0, RoundingMode.CEILING).longValue(), 1_000_000);
    }

    private Optional<BigDecimal> number(Optional<Stated> stated) throws ExpressionException {
        if (stated.isEmpty()) {
            return Optional.empty();
        }
        String place = stated.get().place();
        JsonNode result;
        try {
            result = expressions(requirements).evaluate(stated.get().value(), ExpressionContext.of(inputs));
        } catch (ExpressionException e) {
            if (complete) {
                throw e.at(place);
            }
            return Optional.empty();
        }
        if (result.isNumber() && result.decimalValue().signum() >= 0) {
            return Optional.of(result.decimalValue());
        } else if (!complete) {
            return Optional.empty();
        }
        throw new ExpressionException("'" + stated.get().key() + "' must be a number of 0 or more, found "
                        + JsonValues.describe(result))
                .at(place);
    }

    /** Returns the run time of a task. */
    public TaskTime time() throws ExpressionException {
        Optional<Long> limit = limitMillis();
        if (limit.isPresent()) {
            return new TaskTime.Known(limit.get(), TaskTime.Origin.TOOL_LIMIT);
        }
        return requirements
                .get(BanyanResources.class)
                .flatMap(BanyanResources::timeMillis)
                .<TaskTime>map(millis -> new TaskTime.Known(millis, TaskTime.Origin.STATED))
                .orElse(new TaskTime.Unknown());
    }

    /** Returns the time after which a task is stopped; empty if it has no limit. */
    public Optional<Long> limitMillis() throws ExpressionException {
        Optional<Stated> stated = requirements
                .get(ToolTimeLimit.class)
                .map(limit -> new Stated("timelimit", limit.seconds(), limit.place()));
        BigDecimal seconds = number(stated).orElse(BigDecimal.ZERO);
        long millis =
                seconds.movePointRight(3).min(BigDecimal.valueOf(MAX_MILLIS)).longValue();
        return millis > 0 ? Optional.of(millis) : Optional.empty();
    }
}
