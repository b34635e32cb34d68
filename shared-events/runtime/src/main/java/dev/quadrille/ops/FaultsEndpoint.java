package dev.quadrille.ops;

import dev.quadrille.relay.RelayFault;
import dev.quadrille.relay.RelayFaults;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Has the relay of this process do wrong things. Answers nothing but 404 where the system is no
 * test system, and so says which one is.
 */
@RestController
@RequestMapping("/ops/faults")
class FaultsEndpoint {
  private final RelayFaults faults;

  FaultsEndpoint(RelayFaults faults) {
    this.faults = faults;
  }

  @GetMapping
  RelayFaults.Report show() {
    return faults.report();
  }

  @PostMapping
  RelayFaults.Report begin(@Valid @RequestBody Plan plan) {
    faults.begin(plan.seed, plan.faults, Duration.ofSeconds(plan.seconds));
    return show();
  }

  @PostMapping("/end")
  RelayFaults.Report end() {
    faults.end();
    return show();
  }

  /**
   * What is to go wrong.
   *
   * @param seed decides which events are struck
   * @param seconds how long, should nobody end it
   */
  record Plan(
      long seed, @Positive @Max(86_400) long seconds, @NotNull List<@NotNull RelayFault> faults) {}
}
