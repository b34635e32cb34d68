/** What every service is made of: defaults, connection pools, migrations. */
@NullMarked
package dev.quadrille.service;

import org.jspecify.annotations.NullMarked;
