package io.banyan.cli.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.match.Reason;
import io.banyan.provider.Quote;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows a no: on standard error the reasons of every level, in JSON the same as data. */
public final class RefusalPrinter {
    /** One reason of one level. */
    record Why(
            String level,
            String source,
            String requirement,
            long needed,
            long available,
            String why,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long untilSec) {}

    /** A no as data. */
    record View(
            String outcome,
            boolean unsatisfiable,
            List<Why> reasons,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<QuoteTable.View> providers) {}

    private RefusalPrinter() {}

    public static View view(Answer.Refused refused) {
        return view(refused, List.of());
    }

    /** Returns a view of the refusal, with the providers' estimates. */
    public static View view(Answer.Refused refused, List<Quote> quotes) {
        List<Why> all = new ArrayList<>();
        for (LevelReasons level : refused.reasons()) {
            for (Reason reason : level.reasons()) {
                all.add(new Why(
                        level.level(),
                        level.source(),
                        reason.requirement(),
                        reason.needed(),
                        reason.available(),
                        reason.why(),
                        reason.untilSec().isPresent() ? reason.untilSec().getAsLong() : null));
            }
        }
        return new View("refused", refused.unsatisfiable(), all, QuoteTable.views(quotes));
    }

    /** If no level searched resources, the headline does not state that they are missing. */
    private static String headline(Answer.Refused refused) {
        if (refused.unsatisfiable()) {
            return "No: the request can never be satisfied by this system";
        }
        boolean wasLookedFor = refused.reasons().stream()
                .flatMap(level -> level.reasons().stream())
                .anyMatch(reason -> reason.needed() > 0);
        return wasLookedFor ? "No: the resources are not available now" : "No: the request was refused";
    }

    /** The reasons of every level. */
    public static String text(Answer.Refused refused) {
        return text(refused, List.of());
    }

    /** Returns the reasons of every level, with the providers' estimates. */
    public static String text(Answer.Refused refused, List<Quote> quotes) {
        StringBuilder text = new StringBuilder(headline(refused));
        for (LevelReasons level : refused.reasons()) {
            for (Reason reason : level.reasons()) {
                text.append("\n  ").append(level.level());
                if (!level.source().equals(LevelReasons.LOCAL)) {
                    text.append(" (").append(level.source()).append(')');
                }
                text.append("  ").append(reason.text(JobView::time));
            }
        }
        quotes.forEach(quote -> text.append('\n').append(QuoteTable.text(quote)));
        return text.toString();
    }
}
