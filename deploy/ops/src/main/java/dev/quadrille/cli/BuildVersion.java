package dev.quadrille.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class BuildVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"quadrille " + number().orElse("of an unpacked build")};
  }

  /** Without a name before it; empty when classes were not packed. */
  static Optional<String> number() {
    return Optional.ofNullable(Quadrille.class.getPackage().getImplementationVersion());
  }
}
