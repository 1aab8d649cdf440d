package io.banyan.cli.call;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.Price;
import io.banyan.provider.Quote;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.util.List;
import java.util.Optional;

/** The table of the estimates of an instance's providers for a jobspec, which buys nothing. */
public final class QuoteTable {
    private QuoteTable() {}

    /** The answer of one provider. */
    public record View(
            String provider, String estimate, List<ItemView> items, Optional<String> dollarsAnHour, String reason) {
        static View of(Quote quote) {
            return switch (quote.estimate()) {
                case Estimate.Possible possible ->
                    new View(
                            quote.provider(),
                            "possible",
                            possible.items().stream().map(ItemView::of).toList(),
                            possible.price().map(Price::decimal),
                            "");
                case Estimate.Impossible no ->
                    new View(quote.provider(), "impossible", List.of(), Optional.empty(), no.reason());
                case Estimate.NotNow no ->
                    new View(quote.provider(), "not-now", List.of(), Optional.empty(), no.reason());
                case Estimate.Unknown it -> new View(quote.provider(), "unknown", List.of(), Optional.empty(), "");
            };
        }
    }

    record ItemView(long count, String what, Optional<String> dollarsAnHour) {
        static ItemView of(Estimate.Item item) {
            return new ItemView(item.count(), item.what(), item.each().map(Price::decimal));
        }
    }

    /** A reader may not ask providers, and a daemon of an earlier version does not: then the rest is said. */
    public static List<Quote> ask(BanyanClient client, Jobspec jobspec) {
        try {
            return client.estimate(jobspec);
        } catch (ClientException notSaid) {
            return List.of();
        }
    }

    public static List<View> views(List<Quote> quotes) {
        return quotes.stream().map(View::of).toList();
    }

    /** For people. */
    public static String text(Quote quote) {
        String says = switch (quote.estimate()) {
            case Estimate.Possible possible -> "would add " + possible;
            case Estimate.Impossible no -> "can never add it: " + no.reason();
            case Estimate.NotNow no -> "cannot add it now: " + no.reason();
            case Estimate.Unknown it -> "does not know what it would add";
        };
        return "Provider " + quote.provider() + " " + says + ".";
    }
}
