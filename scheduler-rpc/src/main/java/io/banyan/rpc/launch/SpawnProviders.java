package io.banyan.rpc.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.rpc.provider.ProviderSpec;
import java.util.List;

/**
 * The providers of a child, as one option of a spawn: one is written as it stands behind {@code --provider}, several
 * are a JSON array of such texts, in the order in which they are asked.
 */
public final class SpawnProviders {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};
    private static final String ARRAY = "[";

    private SpawnProviders() {}

    /** The option for at least one provider. */
    public static String option(List<String> texts) {
        if (texts.size() == 1) {
            return texts.getFirst();
        }
        try {
            return JSON.writeValueAsString(texts);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts can be written as JSON", e);
        }
    }

    /** The texts of the providers in the option. */
    static List<String> texts(String option) {
        if (!option.startsWith(ARRAY)) {
            return List.of(option);
        }
        try {
            return List.copyOf(JSON.readValue(option, TEXTS));
        } catch (JsonProcessingException | NullPointerException malformed) {
            throw new IllegalArgumentException(
                    "The option 'provider' must be one provider or a JSON array of such texts, found neither.",
                    malformed);
        }
    }

    /**
     * Checks the option.
     *
     * @throws IllegalArgumentException with one sentence, where one of them cannot be a provider, or two have the same
     *     name
     */
    static void check(String option) {
        ProviderSpec.requireDifferentNames(texts(option).stream()
                .map(text -> ProviderSpec.parse(text).checked())
                .toList());
    }
}
