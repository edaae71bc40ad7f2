// Astro's middleware while developing: hands a page the hub that it was asked with. Vite loads it a second time, in its own way.
import type { PageLocals } from '../../src/site/site-page.ts';

/** The header that says which of the pages under way a request is for. */
export const PAGE_HEADER = 'x-page-under-way';

/** By a name of the process: the two copies of this module share it. */
const NAME = Symbol.for('model-hub.pages-under-way');

/** The pages that are being made, by the value of the header. */
export function pagesUnderWay(): Map<string, PageLocals> {
  const shared = globalThis as { [NAME]?: Map<string, PageLocals> };
  shared[NAME] ??= new Map();
  return shared[NAME];
}

/** Called by Astro before each page. */
export function onRequest<Answer>(
  context: { request: Request; locals: object },
  next: () => Promise<Answer>,
): Promise<Answer> {
  Object.assign(context.locals, pagesUnderWay().get(context.request.headers.get(PAGE_HEADER) ?? ''));
  return next();
}
