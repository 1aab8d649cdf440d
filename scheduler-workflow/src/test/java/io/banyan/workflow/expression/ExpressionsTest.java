package io.banyan.workflow.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionsTest {
    private static final Expressions REFERENCES = Expressions.REFERENCES;
    private static final Expressions SCRIPT = Expressions.javaScript(List.of("function twice(x) { return 2 * x; }"));
    private static final ExpressionContext CONTEXT = ExpressionContext.of(json(
            "{'n': 3, 'x': [{'y': 'why', 'a b': true}, 2.50], 'none': null, 'file': {'class': 'File', 'path': '/f'}}"));

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$(inputs.n)             | 3",
                "$(inputs['n'])          | 3",
                "$(inputs.x[0].y)        | 'why'",
                "$(inputs.x[0]['a b'])   | true",
                "$(inputs.x.length)      | 2",
                "$(inputs.x[0][\"y\"])   | 'why'",
                "$(null)                 | null",
                "a $(inputs.n) $(inputs.x[1]) b | 'a 3 2.5 b'",
                "no expression           | 'no expression'",
                "back\\slash             | 'back\\\\slash'",
                "\\$(inputs.n) $(inputs.n) | '$(inputs.n) 3'",
                "\\\\$(inputs.n)         | '\\\\3'",
            })
    void evaluatesReferencesAndTexts(String text, String expected) throws Exception {
        assertThat(REFERENCES.evaluate(text, CONTEXT))
                .hasToString(json(expected).toString());
        assertThat(SCRIPT.evaluate(text, CONTEXT)).hasToString(json(expected).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$(inputs.n + 1)                    | 4",
                "$(twice(inputs.n))                 | 6",
                "${ return [1.5, 'a', null, {b: true}]; } | [1.5, 'a', null, {'b': true}]",
                "$(inputs.x.map(function(v) { return typeof v; }).join(')')) | 'object)number'",
                "$(inputs.missing)                  | null",
                "${ var t = ''; for (var k in inputs) { t += k; } return t; } | 'nxnonefile'",
                "$(4294967296 * 2)                  | 8589934592",
                "$(inputs.n) // $(1+1)              | '3 // 2'",
                "$(new Date().getTime() + Date.now()) | 3",
                "$(new Date(2020, 1, 2).getMonth()) | 1",
                "$(Math.random() == Math.random())  | false",
                "$(typeof java + typeof Packages)   | 'undefinedundefined'",
            })
    void evaluatesJavaScript(String text, String expected) throws Exception {
        assertThat(SCRIPT.evaluate(text, CONTEXT)).hasToString(json(expected).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$(inputs.m)        | 'inputs' is an object and has no 'm'",
                "$(inputs.none.x)   | 'inputs.none' is null and has no 'x'",
                "$(inputs.n.length) | 'inputs.n' is 3 and has no 'length'",
                "$(inputs.x[7])     | 'inputs.x' is a list of 2 values and has no '7'",
                "$(other.x)         | unknown name 'other'",
                "$(inputs.n + 1)    | not a parameter reference",
                "${ return 1; }     | InlineJavascriptRequirement",
                "a $(inputs.n       | is never closed",
            })
    void refusesWhatIsNoReference(String text, String reason) {
        assertThatThrownBy(() -> REFERENCES.evaluate(text, CONTEXT))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "${ while (true) {} }                        | did not end within",
                "${ try { while (true) {} } catch (e) { return 1; } } | did not end within",
                "${ function f() { return f(); } return f(); } | JavaScript",
                "${ throw new Error('broken'); }             | broken",
                "$(inputs.)                                  | JavaScript failed in line 2",
                "${ var s = 'aaaaaaaaaaaaaaaa'; for (var i = 0; i < 20; i++) { s += s; } return s; } | longer than",
                "${ return function() {}; }                  | not a JSON value",
                "${ var a = []; a.push(a); return a; }       | nested more than",
            })
    void refusesScriptsThatFailOrDoNotEnd(String text, String reason) {
        assertThatThrownBy(() -> SCRIPT.evaluate(text, CONTEXT))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void keepsTheSpaceOfExactTexts() throws Exception {
        assertThat(SCRIPT.exact("$(inputs.n)\n", CONTEXT).textValue()).isEqualTo("3\n");
        assertThat(SCRIPT.evaluate("$(inputs.n)\n", CONTEXT).intValue()).isEqualTo(3);
    }

    @Test
    void writesNumbersWithoutExponents() throws Exception {
        assertThat(JsonValues.text(JsonValues.of(DocumentReader.read("1.23e-05", new Source("n", "n")))))
                .isEqualTo("0.0000123");
    }

    @Test
    void readsKeysOfAnyLength() throws Exception {
        String key = "k".repeat(50_000);
        ExpressionContext context = ExpressionContext.of(json("{'" + key + "': 7}"));
        assertThat(REFERENCES.evaluate("$(inputs['" + key + "'])", context).intValue())
                .isEqualTo(7);
        String escaped = "\\k".repeat(50_000);
        assertThat(REFERENCES
                        .evaluate("$(inputs[\"" + escaped + "\"])", context)
                        .intValue())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$(Array.prototype.indexOf.call({length: 9007199254740991}, 1))       | did not end within",
                "$(new Array(4294967295).indexOf(1))                                  | did not end within",
                "${ var a = []; a.length = 4294967295; return a.join('').length; }    | did not end within",
                "$(Array.prototype.indexOf.call(Object.create({length: 1e15}), 1))    | did not end within",
                "$([].indexOf.call({get length() { return 1e15; }}, 1))               | is a plain number",
            })
    void endsBuiltInFunctionsOfLongArrays(String text, String reason) {
        assertThatThrownBy(() -> SCRIPT.evaluate(text, CONTEXT))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$([3, 1, 2].sort().concat([4]).slice(1).reverse())            | [4, 3, 2]",
                "${ function f() { return [].slice.call(arguments, 1); } return f(1, 2, 3); } | [2, 3]",
                "$([].map.call('ab', function(c) { return c + c; }))           | ['aa', 'bb']",
                "$('' + [1, [2, 3]])                                           | '1,2,3'",
                "${ var t = []; for (var k in ['a']) { t.push(k); } return t; } | ['0']",
                "${ var q = []; for (var i = 0; i < 9999; i++) { q.push(i); } while (q.length > 1) { q.shift(); } return q; } | [9998]",
            })
    void keepsTheFunctionsOfArrays(String text, String expected) throws Exception {
        assertThat(SCRIPT.evaluate(text, CONTEXT)).hasToString(json(expected).toString());
    }
}
