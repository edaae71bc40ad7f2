// Answers with a document, which is a file of the tree with its own path, in the representation that the caller
// prefers.
import { andThen } from '../../src/basics/awaitable.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { REPRESENTATION_TYPES } from '../../src/table/answer-facts.ts';
import { refuse } from '../../src/table/refusals.ts';
import { href, type Row, treePath } from '../../src/table/route.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import { noTree } from '../answers/refusal-answer.ts';
import type { Handler } from '../ports/handler.ts';
import { representation } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { pageAnswer } from './page-answer.ts';

/** Makes the handler of a row whose answer is a document. */
export function documentOf<N extends RouteName>(name: N): Handler<N> {
  const row: Row = routes[name];
  const as = row.as!;
  const isOpen = row.pattern.includes('{');
  return (call) => {
    const { ask, params, path, tree } = call;
    const chosen = representation(ask.header('accept'), as);
    if (chosen === 'html') return pageAnswer(call, href(row, {}), { headers: row.headers ?? [] });
    if (!tree) return noTree(call.ports);
    const at = treePath(row, params, chosen);
    // A parameter may hold a name that no file can have, and such a path may not be passed to the tree.
    return andThen(isOpen && filePathFault(at) !== undefined ? undefined : tree.read(at), (file) =>
      file
        ? builtAnswer(ask, row, file, {
            type: row.type ?? REPRESENTATION_TYPES[chosen],
            headers: row.headers,
            steady: true,
          })
        : refuse('NotFound', { path: pathText(path) }),
    );
  };
}
