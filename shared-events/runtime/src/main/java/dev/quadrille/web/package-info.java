/** What every service answers over HTTP: strict JSON, problem details, who calls. */
@NullMarked
package dev.quadrille.web;

import org.jspecify.annotations.NullMarked;
