// Astro's middleware during development: gives a page the facts of the request for which it is made. Vite loads a
// second copy of this module.
import type { PageLocals } from '../../src/site/site-page.ts';

/** The header of a request to Astro's server. Its value says for which page the request is. */
export const PAGE_HEADER = 'x-page-under-way';

/** The symbol is global, so both copies of this module share it. */
const NAME = Symbol.for('model-hub.pages-under-way');

/** The locals of the pages that are being made, by the value of PAGE_HEADER. */
export function pagesUnderWay(): Map<string, PageLocals> {
  const shared = globalThis as { [NAME]?: Map<string, PageLocals> };
  shared[NAME] ??= new Map();
  return shared[NAME];
}

/** Gives the page its locals. Astro calls this before each page. */
export function onRequest<Answer>(
  context: { request: Request; locals: object },
  next: () => Promise<Answer>,
): Promise<Answer> {
  Object.assign(context.locals, pagesUnderWay().get(context.request.headers.get(PAGE_HEADER) ?? ''));
  return next();
}
