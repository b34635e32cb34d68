package dev.quadrille.local;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import dev.quadrille.testkit.platform.PlatformException;
import dev.quadrille.testkit.platform.PlatformPorts;
import dev.quadrille.testkit.platform.Ports;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The ports that the system listens on, all on the loopback address.
 *
 * @param services for each service its port
 * @param platform the ports of the parts that the services stand on
 */
public record SystemPorts(Map<Participant, Integer> services, PlatformPorts platform) {
  private static final int FIRST_SERVICE = 8081;
  private static final int REGISTRY = 8085;
  private static final int KAFKA = 19092;
  private static final int POSTGRES = 15432;
  private static final int LAST = 65_535;

  /** The largest offset that leaves every port a port. */
  public static final int LARGEST_OFFSET = LAST - KAFKA;

  public SystemPorts {
    services = Map.copyOf(services);
  }

  /** The ports that the documentation names, all moved by an offset. */
  public static SystemPorts fixed(int offset) {
    return new SystemPorts(
        forEach(participant -> FIRST_SERVICE + participant.ordinal() + offset),
        new PlatformPorts(POSTGRES + offset, KAFKA + offset, REGISTRY + offset));
  }

  /** Ports that nobody listens on right now. */
  public static SystemPorts free() {
    return new SystemPorts(forEach(participant -> Ports.free()), PlatformPorts.free());
  }

  /** The port of a service. */
  public int of(Participant participant) {
    return services.get(participant);
  }

  /**
   * Makes sure that the whole system can listen.
   *
   * @throws PlatformException naming each port that is taken
   */
  void requireFree() {
    var taken = new LinkedHashMap<String, Integer>();
    for (var participant : Participant.values()) {
      taken.put(participant.label(), of(participant));
    }
    taken.put("the schema registry", platform.registry());
    taken.put("Kafka", platform.kafka());
    taken.put("PostgreSQL", platform.postgres());
    taken.values().removeIf(Ports::isFree);
    if (!taken.isEmpty()) {
      throw new PortsTakenException(
          taken.entrySet().stream()
              .map(port -> "port %d for %s is in use".formatted(port.getValue(), port.getKey()))
              .collect(joining(", ")));
    }
  }

  private static Map<Participant, Integer> forEach(ToIntFunction<Participant> port) {
    return Arrays.stream(Participant.values())
        .collect(toMap(participant -> participant, port::applyAsInt));
  }
}
