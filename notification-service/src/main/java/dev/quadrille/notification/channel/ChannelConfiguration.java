package dev.quadrille.notification.channel;

import dev.quadrille.notification.application.Channel;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSenderImpl;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ChannelProperties.class)
class ChannelConfiguration {

  @Bean
  Channel channel(ChannelProperties properties, ObjectProvider<JavaMailSenderImpl> mail) {
    return switch (properties.channel()) {
      case LOG -> new LogChannel();
      case SMTP -> new SmtpChannel(mail.getObject(), new Letters(properties));
    };
  }
}
