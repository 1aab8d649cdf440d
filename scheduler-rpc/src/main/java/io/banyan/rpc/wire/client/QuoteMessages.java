package io.banyan.rpc.wire.client;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.provider.Estimate;
import io.banyan.provider.Price;
import io.banyan.provider.Quote;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.EstimateReply;
import io.banyan.v1.EstimateRequest;
import io.banyan.v1.EstimatedItem;
import io.banyan.v1.PossibleEstimate;
import io.banyan.v1.ProviderQuote;
import io.banyan.v1.UnknownEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The messages with providers' estimates. */
public final class QuoteMessages {
    private QuoteMessages() {}

    /** The question. */
    public static EstimateRequest write(Jobspec jobspec) {
        return EstimateRequest.newBuilder()
                .setJobspec(JobspecWriter.json(jobspec))
                .build();
    }

    /**
     * The jobspec of a question.
     *
     * @throws WireException where there is none, or one that is wrong
     */
    public static Jobspec read(EstimateRequest request) throws WireException {
        return JobspecCodec.read(request.getJobspec());
    }

    /** The answer. */
    public static EstimateReply write(List<Quote> quotes) {
        return EstimateReply.newBuilder()
                .addAllQuotes(quotes.stream().map(QuoteMessages::write).toList())
                .build();
    }

    private static ProviderQuote write(Quote quote) {
        var message = ProviderQuote.newBuilder().setProvider(quote.provider());
        switch (quote.estimate()) {
            case Estimate.Possible possible ->
                message.setPossible(PossibleEstimate.newBuilder()
                        .addAllItems(possible.items().stream()
                                .map(QuoteMessages::write)
                                .toList()));
            case Estimate.Impossible no -> message.setImpossible(no.reason());
            case Estimate.NotNow no -> message.setNotNow(no.reason());
            case Estimate.Unknown it -> message.setUnknown(UnknownEstimate.getDefaultInstance());
        }
        return message.build();
    }

    private static EstimatedItem write(Estimate.Item item) {
        var message = EstimatedItem.newBuilder().setCount(item.count()).setWhat(item.what());
        item.each().ifPresent(price -> message.setMicrosAnHour(price.microsAnHour()));
        return message.build();
    }

    /**
     * Reads an answer.
     *
     * @throws WireException where that is none
     */
    public static List<Quote> read(EstimateReply reply) throws WireException {
        List<Quote> quotes = new ArrayList<>();
        for (ProviderQuote quote : reply.getQuotesList()) {
            quotes.add(CheckedMessage.value(() -> new Quote(quote.getProvider(), estimate(quote))));
        }
        return quotes;
    }

    private static Estimate estimate(ProviderQuote quote) {
        return switch (quote.getEstimateCase()) {
            case POSSIBLE ->
                new Estimate.Possible(quote.getPossible().getItemsList().stream()
                        .map(QuoteMessages::item)
                        .toList());
            case IMPOSSIBLE -> new Estimate.Impossible(quote.getImpossible());
            case NOT_NOW -> new Estimate.NotNow(quote.getNotNow());
            case UNKNOWN, ESTIMATE_NOT_SET -> new Estimate.Unknown();
        };
    }

    private static Estimate.Item item(EstimatedItem item) {
        Optional<Price> each =
                item.hasMicrosAnHour() ? Optional.of(new Price(item.getMicrosAnHour())) : Optional.empty();
        return new Estimate.Item(item.getCount(), item.getWhat(), each);
    }
}
