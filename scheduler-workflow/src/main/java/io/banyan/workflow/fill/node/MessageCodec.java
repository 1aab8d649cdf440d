package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.CoreDomain;
import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.HeldTasks;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.WorkerReport;
import java.util.List;
import java.util.TreeMap;

/** Messages between the server and a worker as bytes. */
final class MessageCodec {
    private static final int INTRODUCE = 1;
    private static final int SEND = 2;
    private static final int GANG = 3;
    private static final int RECALL = 4;
    private static final int KILL = 5;
    private static final int DROP = 6;
    private static final int ACKNOWLEDGE = 7;
    private static final int STOP = 8;
    private static final int HELLO = 20;
    private static final int CHANGES = 21;

    private MessageCodec() {}

    static byte[] write(WorkerOrder order) {
        var out = new ByteWriter();
        switch (order) {
            case WorkerOrder.Introduce introduce -> SetCodec.write(introduce.set(), out.number(INTRODUCE));
            case WorkerOrder.Stop stop -> out.number(STOP);
            case WorkerOrder.Do done -> write(done.effect(), out);
        }
        return out.bytes();
    }

    private static void write(FillEffect effect, ByteWriter out) {
        switch (effect) {
            case FillEffect.Send send -> SetCodec.write(send.tasks(), out.number(SEND));
            case FillEffect.SendGang gang ->
                out.number(GANG).number(gang.set()).number(gang.task()).list(gang.hosts(), out::text);
            case FillEffect.Recall recall ->
                out.number(RECALL).number(recall.set()).number(recall.most());
            case FillEffect.Kill kill -> SetCodec.write(kill.tasks(), out.number(KILL));
            case FillEffect.Drop drop -> SetCodec.write(drop.tasks(), out.number(DROP));
            case FillEffect.Acknowledge acknowledge -> out.number(ACKNOWLEDGE).number(acknowledge.sequence());
            case FillEffect.Append ignored -> throw notForWorkers(effect);
            case FillEffect.Ended ignored -> throw notForWorkers(effect);
            case FillEffect.SetOver ignored -> throw notForWorkers(effect);
            case FillEffect.Refused ignored -> throw notForWorkers(effect);
            case FillEffect.WakeAt ignored -> throw notForWorkers(effect);
        }
    }

    private static IllegalArgumentException notForWorkers(FillEffect effect) {
        return new IllegalArgumentException("a worker gets no such effect: " + effect);
    }

    static WorkerOrder readOrder(byte[] bytes) {
        var in = new ByteReader(bytes);
        int kind = in.count();
        WorkerOrder order = switch (kind) {
            case INTRODUCE -> new WorkerOrder.Introduce(SetCodec.read(in));
            case STOP -> new WorkerOrder.Stop();
            default -> new WorkerOrder.Do(effect(kind, in));
        };
        in.end();
        return order;
    }

    private static FillEffect effect(int kind, ByteReader in) {
        return switch (kind) {
            case SEND -> new FillEffect.Send(0, SetCodec.ranges(in));
            case GANG -> new FillEffect.SendGang(0, in.count(), in.count(), in.list(in::text));
            case RECALL -> new FillEffect.Recall(0, in.count(), in.count());
            case KILL -> new FillEffect.Kill(0, SetCodec.ranges(in));
            case DROP -> new FillEffect.Drop(0, SetCodec.ranges(in));
            case ACKNOWLEDGE -> new FillEffect.Acknowledge(0, in.number());
            default -> throw new IllegalArgumentException("a message has the unknown kind " + kind);
        };
    }

    static byte[] write(WorkerMessage message) {
        var out = new ByteWriter();
        switch (message) {
            case WorkerMessage.Hello hello -> write(hello, out.number(HELLO));
            case WorkerMessage.Changes changes -> write(changes.report(), out.number(CHANGES));
        }
        return out.bytes();
    }

    private static void write(WorkerMessage.Hello hello, ByteWriter out) {
        WorkerOffer offer = hello.offer();
        out.signed(hello.key()).text(offer.host());
        out.list(offer.domains(), domain -> out.text(domain.name()).counts(domain.cores()));
        out.number(offer.memoryMib());
        out.list(
                offer.accelerators().entrySet(),
                entry -> out.text(entry.getKey()).counts(entry.getValue()));
        SetCodec.write(hello.held().running(), out);
        SetCodec.write(hello.held().done(), out);
        SetCodec.writeFailures(hello.held().failed(), out);
    }

    private static void write(WorkerReport report, ByteWriter out) {
        out.number(report.sequence());
        SetCodec.write(report.started(), out);
        SetCodec.write(report.done(), out);
        SetCodec.writeFailures(report.failed(), out);
        SetCodec.write(report.returned(), out);
        out.number(report.recalls());
    }

    static WorkerMessage readMessage(byte[] bytes) {
        var in = new ByteReader(bytes);
        int kind = in.count();
        WorkerMessage message = switch (kind) {
            case HELLO -> hello(in);
            case CHANGES ->
                new WorkerMessage.Changes(new WorkerReport(
                        in.number(),
                        SetCodec.ranges(in),
                        SetCodec.ranges(in),
                        SetCodec.failures(in),
                        SetCodec.ranges(in),
                        in.count()));
            default -> throw new IllegalArgumentException("a message has the unknown kind " + kind);
        };
        in.end();
        return message;
    }

    private static WorkerMessage.Hello hello(ByteReader in) {
        long key = in.signed();
        String host = in.text();
        List<CoreDomain> domains = in.list(() -> new CoreDomain(in.text(), in.list(in::count)));
        long memoryMib = in.number();
        var accelerators = new TreeMap<String, List<Integer>>();
        in.list(() -> accelerators.put(in.text(), in.list(in::count)));
        var offer = new WorkerOffer(host, domains, memoryMib, accelerators);
        return new WorkerMessage.Hello(
                key, offer, new HeldTasks(SetCodec.ranges(in), SetCodec.ranges(in), SetCodec.failures(in)));
    }
}
