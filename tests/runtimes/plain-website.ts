// Replaces the website in a Worker of tests: one line for each page.
import type { PagePort } from '../../src/site/site-page.ts';

export const render: PagePort['render'] = async ({ path, status }) => ({
  status,
  html: new TextEncoder().encode(`<!doctype html><title>${path}</title>`),
});
