package io.banyan.workflow.expression;

import java.util.List;
import java.util.function.LongConsumer;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * The functions of {@code Array.prototype}, with their loops counted as instructions. Rhino counts none in a function
 * of its own, so that a search in an object of length 2^53 would not end.
 */
final class CountedArrayFunctions {
    /** The items that count as one instruction: a loop of Rhino's own is faster than one in a script. */
    private static final int ITEMS_PER_INSTRUCTION = 16;

    /** Functions without a loop over all items, and the constructor. */
    private static final List<String> OTHERS = List.of("constructor", "push", "pop");

    private CountedArrayFunctions() {}

    /**
     * Replaces the functions of a global object. It also removes {@code Proxy}, which is not part of ECMAScript 5.1 and
     * could state one length and then another.
     *
     * @param count the place to add instructions to; it ends the evaluation where they are too many
     */
    static void define(ScriptableObject scope, LongConsumer count) {
        scope.delete("Proxy");
        if (ScriptableObject.getClassPrototype(scope, "Array") instanceof ScriptableObject prototype) {
            for (Object id : prototype.getAllIds()) {
                if (id instanceof String name
                        && !OTHERS.contains(name)
                        && prototype.get(name, prototype) instanceof Function real) {
                    prototype.defineProperty(name, new Counted(scope, name, real, count), ScriptableObject.DONTENUM);
                }
            }
        }
    }

    /** A built-in function that counts the items of the object that it is called for. */
    private static final class Counted extends BaseFunction {
        private static final long serialVersionUID = 1L;

        private final String name;
        private final transient Function real;
        private final transient LongConsumer count;

        Counted(Scriptable scope, String name, Function real, LongConsumer count) {
            super(scope, ScriptableObject.getFunctionPrototype(scope));
            this.name = name;
            this.real = real;
            this.count = count;
        }

        @Override
        public String getFunctionName() {
            return name;
        }

        @Override
        public Object call(Context context, Scriptable scope, Scriptable self, Object[] arguments) {
            count.accept(items(self) / ITEMS_PER_INSTRUCTION);
            return real.call(context, scope, self, arguments);
        }

        @Override
        public Scriptable construct(Context context, Scriptable scope, Object[] arguments) {
            throw ScriptRuntime.typeError("Array.prototype." + name + " is not a constructor");
        }

        private static long items(Scriptable self) {
            if (self instanceof NativeArray array) {
                return array.getLength();
            }
            for (Scriptable at = self; at instanceof ScriptableObject object; at = at.getPrototype()) {
                if (object.has("length", object)) {
                    if (object.getGetterOrSetter("length", 0, object, false) instanceof Function) {
                        throw ScriptRuntime.typeError("a function of arrays needs a length that is a plain number");
                    }
                    double length = ScriptRuntime.toNumber(object.get("length", object));
                    return length > 0 ? (long) length : 0;
                }
            }
            return 0;
        }
    }
}
