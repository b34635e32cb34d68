package dev.quadrille.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class BuildVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    var version = Optional.ofNullable(Quadrille.class.getPackage().getImplementationVersion());
    return new String[] {"quadrille " + version.orElse("of an unpacked build")};
  }
}
