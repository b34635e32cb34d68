package dev.quadrille.security;

import java.util.ArrayList;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

/** What a token opens: its scopes, and the orders of its merchant. */
final class TokenReader implements Converter<Jwt, AbstractAuthenticationToken> {
  /** The right to what is a merchant's own. */
  static final String MERCHANT = "MERCHANT";

  /** The right to everything else. */
  static final String OPS = "SCOPE_ops";

  private final JwtGrantedAuthoritiesConverter scopes = new JwtGrantedAuthoritiesConverter();

  @Override
  public AbstractAuthenticationToken convert(Jwt token) {
    var rights = new ArrayList<>(scopes.convert(token));
    var merchant = token.getClaimAsString(Claims.MERCHANT_ID);
    if (merchant == null) {
      return new JwtAuthenticationToken(token, rights, "person:" + token.getSubject());
    }
    rights.add(new SimpleGrantedAuthority(MERCHANT));
    // All that call for a merchant are one caller: a key of one is known to the others.
    return new JwtAuthenticationToken(token, rights, "merchant:" + merchant);
  }
}
