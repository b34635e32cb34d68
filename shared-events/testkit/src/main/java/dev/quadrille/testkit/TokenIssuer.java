package dev.quadrille.testkit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.quadrille.testkit.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.function.UnaryOperator;

/** Issues tokens, as the identity provider of an installation does. */
public final class TokenIssuer {
  /** The setting that names the {@link #publicKey} to a service. */
  public static final String SETTING =
      "spring.security.oauth2.resourceserver.jwt.public-key-location";

  private static final String AUDIENCE = "quadrille";
  private static final int KEY_BITS = 2048;

  private final PrivateKey key;
  private final Path publicKey;

  private TokenIssuer(PrivateKey key, Path publicKey) {
    this.key = key;
    this.publicKey = publicKey;
  }

  /**
   * The issuer whose keys are in a directory; they are made when there are none.
   *
   * @throws PlatformException when they cannot be read or written
   */
  public static TokenIssuer at(Path directory) {
    var privateFile = directory.resolve("token-key.pem");
    var publicFile = directory.resolve("token-key.pub.pem");
    try {
      if (!Files.exists(privateFile)) {
        makeKeys(privateFile, publicFile);
      }
      return new TokenIssuer(read(privateFile), publicFile);
    } catch (IOException | GeneralSecurityException e) {
      throw new PlatformException("cannot keep keys in %s: %s".formatted(directory, e), e);
    }
  }

  /** The file by which services know this issuer's tokens: PEM. */
  public Path publicKey() {
    return publicKey;
  }

  /** A token of a merchant. */
  public String merchant(String id, Duration ttl) {
    return token(ttl, claims -> claims.subject(id).claim("merchant_id", id));
  }

  /** A token of the back office. */
  public String ops(Duration ttl) {
    return token(ttl, claims -> claims.subject("ops").claim("scope", "ops"));
  }

  /** A token that says what the caller wants, on top of whom it is meant for and how long. */
  public String token(Duration ttl, UnaryOperator<JWTClaimsSet.Builder> more) {
    var now = Instant.now();
    var claims =
        new JWTClaimsSet.Builder()
            .audience(AUDIENCE)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(ttl)));
    try {
      var token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), more.apply(claims).build());
      token.sign(new RSASSASigner(key));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign", e);
    }
  }

  private static void makeKeys(Path privateFile, Path publicFile)
      throws IOException, GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(KEY_BITS);
    var pair = generator.generateKeyPair();
    Files.writeString(publicFile, pem("PUBLIC KEY", pair.getPublic()));
    // Last and whole, and for its owner alone from the first byte on.
    var unfinished =
        Files.createTempFile(privateFile.getParent(), "key", "", forTheOwner(privateFile));
    Files.writeString(unfinished, pem("PRIVATE KEY", pair.getPrivate()));
    Files.move(unfinished, privateFile, StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileAttribute<?>[] forTheOwner(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static String pem(String label, Key key) {
    var base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(label, base64);
  }

  private static PrivateKey read(Path file) throws IOException, GeneralSecurityException {
    var base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
    var key = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
    return KeyFactory.getInstance("RSA").generatePrivate(key);
  }
}
