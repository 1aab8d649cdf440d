package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.resource.Measures;
import io.banyan.workflow.format.cwl.CwlRequirement.BanyanResources;
import io.banyan.workflow.model.Width;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the hint {@code banyan:Resources}. */
final class CwlResourcesHintReader {
    private static final String WHAT = "banyan:Resources";
    private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000_000;

    private final CwlPart part;

    CwlResourcesHintReader(CwlPart part) {
        this.part = part;
    }

    BanyanResources read() throws DocumentException {
        Map<String, Integer> accelerators = new LinkedHashMap<>();
        Optional<CwlPart> types = part.get("accelerators");
        if (types.isPresent()) {
            types.get().requireMapping("'accelerators' of " + WHAT);
            for (Map.Entry<String, CwlPart> type : types.get().entries().entrySet()) {
                accelerators.put(type.getKey(), count(type.getValue(), "'" + type.getKey() + "' of 'accelerators'"));
            }
        }
        return new BanyanResources(count("nodes"), accelerators, time(), count("width"));
    }

    private Optional<Integer> count(String key) throws DocumentException {
        Optional<CwlPart> value = part.get(key);
        return value.isEmpty() ? Optional.empty() : Optional.of(count(value.get(), "'" + key + "' of " + WHAT));
    }

    private static int count(CwlPart value, String what) throws DocumentException {
        var json = value.json();
        if (!json.isInt() || json.intValue() < 1 || json.intValue() > Width.MAX) {
            throw value.wrong(what, "a whole number from 1 to " + Width.MAX);
        }
        return json.intValue();
    }

    private Optional<Long> time() throws DocumentException {
        Optional<CwlPart> value = part.get("time");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        var json = value.get().json();
        long millis = json.canConvertToLong() && json.longValue() < MAX_SECONDS
                ? json.longValue() * 1_000
                : Measures.duration(json.asText()).map(Duration::toMillis).orElse(0L);
        if (millis <= 0) {
            throw value.get()
                    .wrong("'time' of " + WHAT, "more than 0: seconds, or a number with unit " + Measures.TIME_UNITS);
        }
        return Optional.of(millis);
    }
}
