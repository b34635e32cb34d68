package dev.quadrille.notification.channel;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of how customers are reached.
 *
 * @param channel through which channel; {@code smtp} wants {@code spring.mail.host}
 * @param sender the address that mail comes from
 * @param recipientTemplate a customer's address, {@code %s} being the customer's id; an id that
 *     holds an {@code @} is itself the address
 */
@Validated
@ConfigurationProperties("quadrille.notification")
record ChannelProperties(
    @DefaultValue("log") Kind channel,
    @DefaultValue("orders@quadrille.example") @NotBlank @Email String sender,
    @DefaultValue("%s@customers.example") @Pattern(regexp = "[^%]*%s[^%]*")
        String recipientTemplate) {

  /** The channels there are. */
  enum Kind {
    /** A line in the log: nobody is told. */
    LOG,
    /** A mail. */
    SMTP
  }
}
