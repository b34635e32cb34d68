package dev.quadrille.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {

  @Test
  void tellsASettingOnceAndAsItWasToldLast() {
    var own = List.of("--registry=there", "--registry-password=secret");
    assertThat(ServiceSettings.merge(own, List.of("--registry=elsewhere", "--mode=polling")))
        .containsExactly("--registry-password=secret", "--registry=elsewhere", "--mode=polling");
  }
}
