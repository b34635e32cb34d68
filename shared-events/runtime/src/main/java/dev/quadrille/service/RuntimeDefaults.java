package dev.quadrille.service;

import java.io.IOException;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ClassPathResource;

/**
 * What every service sets of the frameworks it stands on. The weakest source: anything else wins.
 */
final class RuntimeDefaults implements EnvironmentPostProcessor {
  private static final String FILE = "quadrille-runtime.yml";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    try {
      new YamlPropertySourceLoader()
          .load(FILE, new ClassPathResource(FILE))
          .forEach(environment.getPropertySources()::addLast);
    } catch (IOException e) {
      throw new IllegalStateException(FILE + " cannot be read", e);
    }
  }
}
