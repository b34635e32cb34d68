package dev.quadrille.system;

import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.testkit.platform.Progress;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one system that all of them dance on: four processes on their platform. It is
 * started for the first test that wants it and stopped after the last test of all.
 */
final class DancingSystem implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalSystem.class;
  }

  @Override
  public LocalSystem resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // What is in the root's store is closed when everything is over.
    return context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .computeIfAbsent(
            DancingSystem.class,
            key -> LocalSystem.start(Hosting.OWN_JVMS, Progress.SILENT),
            LocalSystem.class);
  }
}
