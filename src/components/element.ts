// Makes elements and changes the open page. Only this module puts markup into an open page.
import type { Html } from '../basics/html.ts';

type Child = Node | string | undefined | false;

/**
 * Makes an element with attributes and children. A text child becomes text, never markup. Undefined attributes are left
 * out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** Gives the element of the page with this id. Throws when the page has none. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found as E;
}

/** Replaces all content of `element` by markup. */
export function setHtml(element: Element, { text }: Html): void {
  element.innerHTML = text;
}
