package dev.quadrille.cli.bench;

/** What a system is compared with, in the same run. */
public enum Floor {
  /** One transaction an event, the relay untouched: what a naive consumer costs. */
  RECORD,
  /** The same statements driven straight at PostgreSQL: what no services can be quicker than. */
  SQL
}
