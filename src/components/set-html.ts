// Markup put into a page that is open: the one place that does.
import type { Html } from '../basics/html.ts';

/** Replaces all that stands in `element`. */
export function setHtml(element: Element, { text }: Html): void {
  element.innerHTML = text;
}
