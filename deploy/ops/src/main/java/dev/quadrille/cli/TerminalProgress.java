package dev.quadrille.cli;

import dev.quadrille.testkit.platform.Progress;
import java.time.Duration;

/** Tells the user how the parts come up. */
public final class TerminalProgress implements Progress {
  private final Terminal terminal;

  public TerminalProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void starting(String part) {
    terminal.line("  @|faint starting|@ " + part);
  }

  @Override
  public void started(String part, Duration took) {
    terminal.line("  @|green ready|@    %-16s %5.1f s".formatted(part, took.toMillis() / 1_000.0));
  }
}
