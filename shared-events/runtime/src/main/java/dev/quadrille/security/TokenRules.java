package dev.quadrille.security;

import java.util.stream.Stream;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;

/** What a token must say, beside being signed, meant for us and in time. */
final class TokenRules implements OAuth2TokenValidator<Jwt> {

  @Override
  public OAuth2TokenValidatorResult validate(Jwt token) {
    var errors =
        Stream.of(
                // Or it would be good for ever.
                error(token.getExpiresAt() != null, JwtClaimNames.EXP),
                error(token.getSubject() != null, JwtClaimNames.SUB),
                error(saysWhichMerchant(token), Claims.MERCHANT_ID))
            .flatMap(error -> error)
            .toList();
    return errors.isEmpty()
        ? OAuth2TokenValidatorResult.success()
        : OAuth2TokenValidatorResult.failure(errors);
  }

  private static boolean saysWhichMerchant(Jwt token) {
    var merchant = token.getClaims().get(Claims.MERCHANT_ID);
    return merchant == null
        || merchant instanceof String id && Claims.MERCHANT_IDS.matcher(id).matches();
  }

  private static Stream<OAuth2Error> error(boolean holds, String claim) {
    return holds
        ? Stream.empty()
        : Stream.of(
            new OAuth2Error(
                OAuth2ErrorCodes.INVALID_TOKEN, "The " + claim + " claim is not valid", null));
  }
}
