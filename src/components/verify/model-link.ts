// Makes links to the pages of models.

import { element } from '../element.ts';
import { modelHref } from '../find/suggestion.ts';

/** Makes the link to a model, with its id as text. */
export type ModelLink = (model: string) => HTMLAnchorElement;

/** Makes links by `pattern`, the path of a model with `{owner}` and `{name}`. */
export function modelLinkMaker(pattern: string): ModelLink {
  return (model) => element('a', { href: modelHref(pattern, model) }, model);
}
