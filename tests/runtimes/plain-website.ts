// Replaces the website in a test's Worker: each page is one line.
import type { PagePort } from '../../src/site/site-page.ts';

export const render: PagePort['render'] = async ({ path, status }) => ({
  status,
  html: new TextEncoder().encode(`<!doctype html><title>${path}</title>`),
});
