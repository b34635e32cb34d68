package dev.quadrille.codec;

class ApicurioCodecIT extends CodecContract {
  @Override
  String[] serde() {
    return new String[0];
  }
}
