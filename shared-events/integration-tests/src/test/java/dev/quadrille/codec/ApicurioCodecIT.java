package dev.quadrille.codec;

import java.net.URI;

class ApicurioCodecIT extends CodecContract {
  @Override
  CodecContext open(URI registry) {
    return CodecContext.ready(registry);
  }
}
