package dev.quadrille.ops;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.quadrille.handling.ParkedSummary;
import dev.quadrille.handling.ParkedWhole;
import dev.quadrille.handling.ParkedWhole.JournalLine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parked event, whole.
 *
 * @param key in base64; null if there is none, or if it is masked
 * @param value the value as it came; null if there is none
 * @param edited the value that is attempted instead; null if there is none
 * @param event what is attempted, decoded; null if it cannot be read now
 */
record ParkedView(
    @JsonUnwrapped ParkedSummary summary,
    @Nullable String key,
    List<Header> headers,
    @Nullable Content value,
    @Nullable Content edited,
    @Nullable Map<String, @Nullable Object> event,
    List<JournalLine> journal) {

  static ParkedView of(ParkedWhole parked, Visibility visibility) {
    var event = parked.event();
    return new ParkedView(
        parked.summary(),
        visibility.base64(parked.key()),
        parked.headers().stream().map(header -> Header.of(header, visibility)).toList(),
        Content.of(parked.value(), visibility),
        Content.of(parked.edited(), visibility),
        event == null ? null : visibility.show(event),
        parked.journal());
  }

  /**
   * A header of the record.
   *
   * @param text the value, if it is one of ours and looks like it
   * @param base64 the value; null if there is none, or if it is masked
   */
  record Header(String name, @Nullable String text, @Nullable String base64) {

    static Header of(ParkedWhole.Header header, Visibility visibility) {
      var value = header.value();
      return new Header(
          header.name(), Visibility.plainText(header.name(), value), visibility.base64(value));
    }
  }

  /**
   * The value of a record.
   *
   * @param bytes how many
   * @param sha256 in hexadecimal
   * @param base64 null if it is masked
   */
  record Content(int bytes, String sha256, @Nullable String base64) {

    static @Nullable Content of(ParkedWhole.@Nullable Content content, Visibility visibility) {
      return content == null
          ? null
          : new Content(
              content.bytes().length, content.sha256(), visibility.base64(content.bytes()));
    }
  }
}
