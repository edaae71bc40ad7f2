// Where the built website begins: it makes one page for each call, without a server around it. Only Astro's build imports it.
import { createApp } from 'astro/app/entrypoint';
import type { Site } from './site-page.ts';

/** Where Astro has the page for an address at which nothing stands. */
const NOWHERE = '/404';

// Unstreamed: a page that fails half-way is still a whole page that says so.
const app = createApp({ streaming: false });

export const render: Site['render'] = async ({ path = NOWHERE, query, asked }, hub) => {
  let fault: unknown;
  const url = new URL(query === '' ? path : `${path}?${query}`, hub.baseUrl);
  const tellFault = (error: unknown) => {
    fault = error;
  };
  const response = await app.render(new Request(url), { locals: { hub, asked, tellFault } });
  const html = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  if (status < 500) return { status, html };
  return { status, html, fault: fault ?? new Error(`the website answered ${status} and did not say why`) };
};
