/** How a service describes its HTTP interface: OpenAPI 3.1, from the controllers as they are. */
@NullMarked
package dev.quadrille.openapi;

import org.jspecify.annotations.NullMarked;
