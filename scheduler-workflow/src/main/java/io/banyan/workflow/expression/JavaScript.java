package io.banyan.workflow.expression;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.workflow.expression.TemplateScanner.Part;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * The evaluation of JavaScript by Rhino's interpreter, without access to Java, files or the clock of the program.
 *
 * <p>Equal values give equal results: the clock of a script begins at 1970 and goes on by 1 ms with each reading, and
 * its random numbers are the same in each evaluation.
 *
 * <p>Each evaluation has its own global object. It ends after {@link #MAX_INSTRUCTIONS} instructions, which take about
 * one second, and at {@link #MAX_DEPTH} nested calls. The loops of the built-in functions of arrays count too. Other
 * built-in functions, such as those of long texts and of numbers with many digits, count as one instruction: a script
 * that wants to can take much longer with them. A single built-in call can also use much memory; an evaluation for
 * which the heap does not suffice is refused like one that takes too long.
 */
final class JavaScript {
    /** The most instructions of the interpreter in one evaluation. */
    static final long MAX_INSTRUCTIONS = 20_000_000;

    /** The most nested calls. */
    static final int MAX_DEPTH = 500;

    private static final String DETERMINISTIC = """
            Date = (function(Real) {
                var millis = 0;
                function Clock(a, b, c, d, e, f, g) {
                    if (!(this instanceof Clock)) {
                        return new Real(++millis).toString();
                    }
                    switch (arguments.length) {
                        case 0: return new Real(++millis);
                        case 1: return new Real(a);
                        default: return new Real(a, b, c === undefined ? 1 : c, d || 0, e || 0, f || 0, g || 0);
                    }
                }
                Clock.prototype = Real.prototype;
                Clock.now = function() { return ++millis; };
                Clock.parse = Real.parse;
                Clock.UTC = Real.UTC;
                return Clock;
            })(Date);
            Math.random = (function() {
                var state = 1;
                return function() {
                    state = (state * 48271) % 2147483647;
                    return state / 2147483647;
                };
            })();
            """;

    private static final int OBSERVED_EVERY = 10_000;

    private final List<String> library;

    JavaScript(List<String> library) {
        this.library = List.copyOf(library);
    }

    /** Returns the value of an expression, or what the body of a function returns. */
    JsonNode evaluate(Part part, ExpressionContext values) throws ExpressionException {
        // A line break ends a comment in the last line of the expression.
        String body = part.isBody() ? part.inner() : "return (" + part.inner() + "\n);";
        var interpreters = new Interpreters();
        try (Context context = interpreters.enterContext()) {
            ScriptableObject scope = context.initSafeStandardObjects();
            CountedArrayFunctions.define(scope, interpreters::count);
            context.evaluateString(scope, DETERMINISTIC, "the clock", 1, null);
            define(scope, "inputs", values.inputs(), context);
            define(scope, "self", values.self(), context);
            define(scope, "runtime", values.runtime(), context);
            for (String text : library) {
                context.evaluateString(scope, text, "expressionLib", 1, null);
            }
            Object result = context.evaluateString(scope, "(function() {" + body + "\n})()", "the expression", 1, null);
            return ScriptValues.toJson(result);
        } catch (RhinoException e) {
            throw new ExpressionException("JavaScript failed in line " + e.lineNumber() + " of " + e.sourceName() + ": "
                    + firstLine(e.details()));
        } catch (Unfinished e) {
            throw new ExpressionException(
                    "JavaScript did not end within " + MAX_INSTRUCTIONS + " instructions, which take about 1 s");
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new ExpressionException("JavaScript used more memory than there is");
        }
    }

    private static void define(ScriptableObject scope, String name, JsonNode value, Context context) {
        ScriptableObject.putProperty(scope, name, ScriptValues.fromJson(value, context, (Scriptable) scope));
    }

    private static String firstLine(String text) {
        return String.valueOf(text).lines().findFirst().orElse("no reason");
    }

    /** The end of an evaluation that takes too long; an error, so that no script can catch it. */
    private static final class Unfinished extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A factory of contexts that count their instructions. */
    private static final class Interpreters extends ContextFactory {
        private long instructions;

        @Override
        protected Context makeContext() {
            Context context = super.makeContext();
            context.setInterpretedMode(true);
            context.setLanguageVersion(Context.VERSION_ES6);
            context.setInstructionObserverThreshold(OBSERVED_EVERY);
            context.setMaximumInterpreterStackDepth(MAX_DEPTH);
            return context;
        }

        @Override
        protected void observeInstructionCount(Context context, int count) {
            count(count);
        }

        private void count(long more) {
            instructions += more;
            if (instructions > MAX_INSTRUCTIONS) {
                throw new Unfinished();
            }
        }
    }
}
