package dev.quadrille.codec;

import java.net.URI;

class ApicurioCodecIT extends CodecContract {
  @Override
  CodecContext open(URI registry, String... settings) {
    return CodecContext.started(registry, settings);
  }
}
