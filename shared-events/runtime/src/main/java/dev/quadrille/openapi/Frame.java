package dev.quadrille.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;

/** What the descriptions of all services have in common. */
final class Frame {
  static final String BEARER = "bearer";
  static final String KEY = "Idempotency-Key";
  static final String PREFER = "Prefer";

  /** Of the interface, not of a build: it grows when a caller has to know. */
  private static final String VERSION = "1";

  private Frame() {}

  static OpenAPI of(String service) {
    return new OpenAPI()
        .info(
            new Info()
                .title("Quadrille: " + service)
                .version(VERSION)
                .license(new License().name("Apache-2.0").identifier("Apache-2.0"))
                .description(
                    "JSON, taken strictly: unknown and doubled members are refused, and nothing is"
                        + " rounded or coerced. Lists come in pages {items, next}; ask for"
                        + " `after` = `next` to read on. Each error is a problem (RFC 9457); its"
                        + " `type` never changes. How to send a request again:"
                        + " `/retrying-safely.html`."))
        // Relative: whoever reads it knows where it was read.
        .addServersItem(new Server().url("/"))
        .components(
            new Components()
                .addSecuritySchemes(BEARER, bearer())
                .addParameters(KEY, key())
                .addParameters(PREFER, prefer())
                .addHeaders("Location", header("The path of what it is about."))
                .addHeaders("Retry-After", header("In how many seconds to ask again."))
                .addHeaders("Preference-Applied", header("How long was waited for at most."))
                .addHeaders(
                    "Idempotent-Replayed",
                    header("`true` if this is the stored answer to an earlier request.")));
  }

  private static SecurityScheme bearer() {
    return new SecurityScheme()
        .type(SecurityScheme.Type.HTTP)
        .scheme("bearer")
        .bearerFormat("JWT")
        .description(
            "`merchant` wants the claim `merchant_id`, and opens what is this merchant's."
                + " `ops` wants the scope `ops`.");
  }

  private static Parameter key() {
    var text = text();
    text.setMinLength(1);
    // Of the key; as a string of RFC 9651 it stands in quotes.
    text.setMaxLength(257);
    return new HeaderParameter()
        .name(KEY)
        .required(true)
        .schema(text)
        .description(
            "Chosen by the caller: 1 to 255 visible ASCII characters, bare or in quotes. The same"
                + " request under the same key has its effect once and gets the same answer.");
  }

  private static Parameter prefer() {
    return new HeaderParameter()
        .name(PREFER)
        .required(false)
        .schema(text())
        .example("wait=10")
        .description(
            "`wait=n` (RFC 7240): answer when what is asked about has ended, or after n seconds.");
  }

  private static Header header(String description) {
    return new Header().schema(text()).description(description);
  }

  /** Patterns of JSON Schema find a part, those of Jakarta Validation match the whole. */
  static void matchWhole(Schema<?> schema) {
    var pattern = schema.getPattern();
    if (pattern != null && !pattern.startsWith("^")) {
      schema.setPattern("^(?:" + pattern + ")$");
    }
  }

  static Schema<String> text() {
    var schema = new Schema<String>();
    schema.addType("string");
    return schema;
  }
}
