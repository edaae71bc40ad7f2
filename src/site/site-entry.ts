// The module by which every host except Node enters the built website. It makes one page for each call, without a
// server around it. Only Astro's build imports this module.
import { createApp } from 'astro/app/entrypoint';
import { askForPage, type PagePort } from './site-page.ts';

// Does not stream, so that a complete error page can replace a page that fails half-way.
const app = createApp({ streaming: false });

export const render: PagePort['render'] = (page, hub) =>
  askForPage(page, hub, async (target, locals) => {
    const response = await app.render(new Request(new URL(target, hub.baseUrl)), { locals });
    return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
  });
