package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

class ContainerPlatformTest {

  @Test
  void saysInOneLineThatThereIsNoDocker() {
    assumeFalse(DockerClientFactory.instance().isDockerAvailable(), "Docker is here");

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(ContainerPlatform::start)
        .withMessageMatching("-Dquadrille.platform=testcontainers wants Docker, .*");
  }
}
