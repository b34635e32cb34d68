package dev.quadrille.local;

import java.util.function.Function;

/** Where the services run. */
public final class Hosting {
  /** All in this JVM: quick to start. */
  public static final Hosting THIS_JVM = new Hosting(SharedHost::new);

  /** One JVM each, as in production: each can be killed alone. */
  public static final Hosting OWN_JVMS = new Hosting(OwnHost::jvm);

  private final Function<Assignment, Host> hosts;

  private Hosting(Function<Assignment, Host> hosts) {
    this.hosts = hosts;
  }

  /** One container each, with what the chart gives a pod. */
  public static Hosting containersOf(Images images) {
    return new Hosting(assignment -> OwnHost.container(assignment, images));
  }

  Host host(Assignment assignment) {
    return hosts.apply(assignment);
  }
}
