package io.banyan.instance.jobs;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Span;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Says which job has resources when; nothing changes. */
public final class Timelines {
    private final InstanceState state;
    private final Forecast forecast;
    private final DelayedStarts delayedStarts;
    private final ReservationPass reservationPass;

    public Timelines(InstanceState state, ReservationPass reservationPass) {
        this.state = state;
        this.forecast = new Forecast(state);
        this.delayedStarts = new DelayedStarts(state);
        this.reservationPass = reservationPass;
    }

    /** O(jobs + matches), and O(their holds) where nodes are to be named. Reservations are for all to see. */
    public void tell(Transition transition, String call, JobRead.Timeline request) {
        Map<JobId, TimeWindow> late = delayedStarts.expected(transition.nowSec());
        Map<JobId, Forecast.Place> expected = forecast.places(transition.nowSec(), late);
        Map<JobId, TimeWindow> admitted = reservationPass.expected(transition);
        var asked = new TimeWindow(request.fromSec(), request.toSec());
        List<Span> spans = state.jobs().all().stream()
                .filter(job -> !job.state().isOver())
                .filter(job -> state.reservations().bookedUnder(job.id()).isPresent()
                        || transition.asker().role() != Role.USER
                        || transition.asker().isMasterOf(job))
                .map(job -> DelayedStarts.seen(job, late))
                .flatMap(job -> span(job, expected.get(job.id()), admitted.get(job.id()), request.withNodes()).stream())
                .map(span -> upTo(transition.nowSec(), span))
                .filter(span -> span.window().overlaps(asked))
                .sorted(Comparator.comparingLong((Span span) -> span.window().startSec())
                        .thenComparing(Span::job))
                .toList();
        transition.reply(call, new JobAnswer.Timeline(spans));
    }

    private Optional<Span> span(
            JobRecord job, Forecast.@Nullable Place place, @Nullable TimeWindow admitted, boolean withNodes) {
        return switch (job.state()) {
            case RUNNING, STOPPING -> Optional.of(booked(job, Span.Kind.HELD, withNodes));
            case RESERVED -> Optional.of(booked(job, Span.Kind.RESERVED, withNodes));
            case PENDING -> {
                if (place != null) {
                    yield Optional.of(span(
                            job,
                            place.window(),
                            Span.Kind.EXPECTED,
                            withNodes ? place.selection().orElse(null) : null));
                }
                yield Optional.ofNullable(admitted).map(window -> span(job, window, Span.Kind.EXPECTED, null));
            }
            case COMPLETED, CANCELLED, EXPIRED, FAILED -> Optional.empty();
        };
    }

    /**
     * Extends the span of a job that has not ended at the end of its time, because the job still holds its resources.
     */
    private static Span upTo(long nowSec, Span span) {
        return span.kind() == Span.Kind.HELD && span.window().endSec() <= nowSec
                ? span.over(new TimeWindow(span.window().startSec(), nowSec + 1))
                : span;
    }

    private Span booked(JobRecord job, Span.Kind kind, boolean withNodes) {
        Selection held = withNodes ? state.schedule().holdings().selection(job.id()) : null;
        return span(job, job.window(), kind, held);
    }

    private Span span(JobRecord job, TimeWindow window, Span.Kind kind, @Nullable Selection held) {
        return new Span(
                job.id(),
                job.owner(),
                window,
                kind,
                state.reservations().bookedUnder(job.id()).map(Reservation::name),
                held == null ? List.of() : nodes(held),
                state.submitted()
                        .jobspecOf(job.id())
                        .map(jobspec -> Conditions.of(jobspec).deadlineSec())
                        .orElse(OptionalLong.empty()));
    }

    private List<String> nodes(Selection held) {
        ResourceGraph graph = state.resources().graph();
        int node = graph.types().id(new ResourceType("node"));
        return IntStream.range(0, held.size())
                .map(held::vertex)
                .filter(v -> graph.typeId(v) == node)
                .mapToObj(graph::name)
                .toList();
    }
}
