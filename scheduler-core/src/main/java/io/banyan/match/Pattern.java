package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.schedule.ChildOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;

/**
 * The pattern of the candidates in one parcel, by the positions of the vertices in it, so that the candidates of an
 * equal parcel are known without a search. Made in O(parcel); applied in O(parcel), without any check.
 */
final class Pattern {

    private final ResourceGraph graph;
    private final int dominant;
    private final List<OfType> found = new ArrayList<>();
    /** By position: those of its children in the order of exploration; empty where that makes no difference. */
    private final List<int[]> explored = new ArrayList<>();

    private final long weight;

    /**
     * A candidate.
     *
     * @param position of its vertex in the parcel, -1 for a slot
     * @param vertices how often the weight of the nodes counts in its score
     */
    private record Piece(Candidate candidate, int position, int vertices, List<Piece> chosen) {}

    /** The pieces of a type, of which there is something. */
    private record OfType(int typeId, List<Piece> pieces) {}

    /**
     * Creates the pattern of the candidates.
     *
     * @param vertices those of the parcel, by position
     * @param weight the contribution of the parcel's nodes to the score of each vertex in it
     */
    Pattern(ResourceGraph graph, int dominant, Candidates found, int[] vertices, long weight) {
        this.graph = graph;
        this.dominant = dominant;
        this.weight = weight;
        Map<Integer, Integer> positions = new HashMap<>();
        for (int i = 0; i < vertices.length; i++) {
            positions.put(vertices[i], i);
        }
        for (int type = 0; type < graph.types().size(); type++) {
            var pieces = new ArrayList<Piece>();
            found.of(type).forEach(candidate -> pieces.add(piece(candidate, positions)));
            if (!pieces.isEmpty()) {
                this.found.add(new OfType(type, pieces));
            }
        }
    }

    private static Piece piece(Candidate candidate, Map<Integer, Integer> positions) {
        Integer position = positions.getOrDefault(candidate.vertex(), -1);
        var chosen = new ArrayList<Piece>(candidate.chosen().size());
        int vertices = position < 0 ? 0 : 1;
        for (Candidate member : candidate.chosen()) {
            Piece below = piece(member, positions);
            chosen.add(below);
            vertices += position < 0 ? below.vertices : 0;
        }
        return new Piece(candidate, position, vertices, chosen);
    }

    /** From now on the order of exploration below each vertex of the parcel makes a difference. */
    void explored(int[] vertices, ChildOrder order) {
        Map<Integer, Integer> positions = new HashMap<>();
        for (int i = 0; i < vertices.length; i++) {
            positions.put(vertices[i], i);
        }
        for (int v : vertices) {
            int[] children = graph.firstOut(v) < 0 ? new int[0] : children(order.of(v), positions);
            explored.add(children.length == 1 ? new int[0] : children);
        }
    }

    private int[] children(PrimitiveIterator.OfInt edges, Map<Integer, Integer> positions) {
        int[] children = new int[4];
        int count = 0;
        while (edges.hasNext()) {
            if (count == children.length) {
                children = Arrays.copyOf(children, 2 * count);
            }
            children[count++] = positions.getOrDefault(graph.target(edges.nextInt()), -1);
        }
        return Arrays.copyOf(children, count);
    }

    /** Whether another parcel would be explored in the same order. */
    boolean isExploredAlike(int[] vertices, ChildOrder order) {
        for (int i = 0; i < explored.size(); i++) {
            int[] children = explored.get(i);
            if (children.length > 0
                    && children[0] >= 0
                    && !isExploredAlike(vertices, children, order.of(vertices[i]))) {
                return false;
            }
        }
        return true;
    }

    private boolean isExploredAlike(int[] vertices, int[] children, PrimitiveIterator.OfInt edges) {
        for (int child : children) {
            if (!edges.hasNext() || graph.target(edges.nextInt()) != vertices[child]) {
                return false;
            }
        }
        return true;
    }

    /** Adds the same candidates in another parcel. */
    void layOn(int[] vertices, Scoring scoring, long otherWeight, Candidates into) {
        for (int t = 0; t < found.size(); t++) {
            OfType ofType = found.get(t);
            List<Piece> pieces = ofType.pieces;
            for (int i = 0; i < pieces.size(); i++) {
                Piece piece = pieces.get(i);
                boolean top = piece.position == 0;
                long score = top
                        ? scoring.of(vertices[0])
                        : piece.candidate.score() + piece.vertices * (otherWeight - weight);
                into.add(ofType.typeId, candidate(piece, vertices, score));
            }
        }
    }

    private Candidate candidate(Piece piece, int[] vertices, long score) {
        Candidate like = piece.candidate;
        int vertex = piece.position < 0 ? -1 : vertices[piece.position];
        int edge = vertex < 0 ? -1 : graph.inEdge(vertex, dominant);
        return new Candidate(
                vertex,
                edge,
                like.amount(),
                like.granule(),
                score,
                like.exclusive(),
                like.label(),
                like.draws(),
                chosen(piece, vertices));
    }

    /** Candidates with lower scores than these are no longer examined. */
    private List<Candidate> chosen(Piece piece, int[] vertices) {
        if (piece.chosen.isEmpty()) {
            return List.of();
        }
        var chosen = new ArrayList<Candidate>(piece.chosen.size());
        for (int i = 0; i < piece.chosen.size(); i++) {
            Piece below = piece.chosen.get(i);
            chosen.add(candidate(below, vertices, below.candidate.score()));
        }
        return chosen;
    }
}
