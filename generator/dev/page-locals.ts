// Astro's middleware during development: gives a page the hub that the request was for. Vite loads a second copy of
// this module.
import type { PageLocals } from '../../src/site/site-page.ts';

/** The header by which a request names the page that is being made for it. */
export const PAGE_HEADER = 'x-page-under-way';

/** The symbol is global, so both copies of this module share it. */
const NAME = Symbol.for('model-hub.pages-under-way');

/** The pages that are being made, by the value of the header. */
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
