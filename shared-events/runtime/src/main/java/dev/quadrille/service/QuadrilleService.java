package dev.quadrille.service;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** How a service is started, alone or beside others in one JVM. */
public final class QuadrilleService {

  private QuadrilleService() {}

  /**
   * Starts a service as the one thing that this process is for. Asked to end by SIGTERM, it
   * finishes what it has in hand and exits with 0.
   *
   * @param application its configuration
   * @param name as for {@link #run}
   */
  public static void main(Class<?> application, String name, String... args) {
    run(application, name, args);
    Termination.isNoFailure();
  }

  /**
   * Starts a service.
   *
   * @param application its configuration
   * @param name its name: configuration file, database folder, consumer groups and client ids
   *     follow it
   */
  public static ConfigurableApplicationContext run(
      Class<?> application, String name, String... args) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.SERVLET)
        .properties("spring.config.name=" + name, "spring.application.name=" + name)
        .run(args);
  }
}
