package io.banyan.cli.slurm;

/** A field that a format can name. */
interface OutputField<T> {
    /** The text above its column. */
    String header();

    /** The text for a row. */
    String value(T row);
}
