package dev.quadrille.ops;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.Lanes;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Holds a lane and lets it go. A held lane keeps its partitions and loses nothing. */
@RestController
@RequestMapping("/ops/lanes/{lane}")
class LanesEndpoint {
  private final Lanes lanes;

  LanesEndpoint(Lanes lanes) {
    this.lanes = lanes;
  }

  @GetMapping
  LaneState show(@PathVariable Lane lane) {
    return new LaneState(lane.label(), lanes.paused(lane));
  }

  @PostMapping("/pause")
  LaneState pause(@PathVariable Lane lane) {
    lanes.pause(lane);
    return show(lane);
  }

  @PostMapping("/resume")
  LaneState resume(@PathVariable Lane lane) {
    lanes.resume(lane);
    return show(lane);
  }

  /**
   * A lane as it stands.
   *
   * @param paused whether no consumer takes events any more; becomes true after the batch in hand
   */
  record LaneState(String lane, boolean paused) {}
}
