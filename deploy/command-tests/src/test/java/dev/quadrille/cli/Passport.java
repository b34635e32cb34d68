package dev.quadrille.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;

/**
 * Who shows it at 127.0.0.1 is the one it names: a certificate that vouches for itself, and its
 * key.
 *
 * @param certificate X.509
 * @param key of any algorithm
 */
record Passport(Certificate certificate, Key key) {
  static final String PASSWORD = "for-tests";
  private static final String KEYSTORE = "PKCS12";

  static Passport of(String name) throws IOException, GeneralSecurityException {
    var file = Files.createTempDirectory("passport").resolve("store.p12");
    try {
      generate(name, file);
      var store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      return new Passport(store.getCertificate(name), store.getKey(name, PASSWORD.toCharArray()));
    } finally {
      Files.deleteIfExists(file);
      Files.delete(file.getParent());
    }
  }

  private static void generate(String name, Path file) throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storetype",
                KEYSTORE,
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool makes no key for " + name);
    }
  }

  /** Writes what its owner shows to others. */
  Path ownersStore(Path file) throws IOException, GeneralSecurityException {
    var store = empty();
    store.setKeyEntry("own", key, PASSWORD.toCharArray(), new Certificate[] {certificate});
    return write(store, file);
  }

  /** Writes what others know it by. */
  Path othersStore(Path file) throws IOException, GeneralSecurityException {
    var store = empty();
    store.setCertificateEntry("other", certificate);
    return write(store, file);
  }

  String certificatePem() throws GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance(KEYSTORE);
    store.load(null, null);
    return store;
  }

  private static Path write(KeyStore store, Path file)
      throws IOException, GeneralSecurityException {
    try (var out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  private static String pem(String what, byte[] der) {
    var lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(what, lines.encodeToString(der));
  }
}
