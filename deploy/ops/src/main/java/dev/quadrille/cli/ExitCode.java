package dev.quadrille.cli;

/** What a command ends with; part of the interface. */
public final class ExitCode {

  /** It did what it was asked to, and all is well. */
  public static final int WELL = 0;

  /** The verdict is bad, or something did not work. */
  public static final int BAD = 1;

  /** The command line makes no sense, or this machine lacks what the command needs. */
  public static final int USAGE = 2;

  /** What the command talks to is not there. */
  public static final int UNREACHABLE = 3;

  private ExitCode() {}
}
