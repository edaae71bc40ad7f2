// Links to a model's page.

import { href } from '../../table/route.ts';
import { element } from '../element.ts';

/** Makes the link to a model, with its id as text. */
export type ModelLink = (model: string) => HTMLAnchorElement;

/** Makes links by `pattern`, the path of a model with `{owner}` and `{name}`. */
export function modelLinkMaker(pattern: string): ModelLink {
  return (model) => {
    const [owner = '', name = ''] = model.split('/');
    return element('a', { href: href({ pattern: pattern as '/{owner}/{name}' }, { owner, name }) }, model);
  };
}
