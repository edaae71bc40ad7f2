// Builds the website: pages rendered on demand behind the hub, from `locals.hub` (src/site-hub.ts).
import { resolve } from 'node:path';
import process from 'node:process';
import { satteri } from '@astrojs/markdown-satteri';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { docsHtml } from './src/components/docs-html.ts';

/** The static tree's folder (HUB_DIST); the website has a place of its own in it. */
const dist = resolve(process.env.HUB_DIST || 'dist');

export default defineConfig({
  output: 'server',
  outDir: `${dist}/site`,
  // Of its own, so that two builds at once don't share what they know of the docs.
  cacheDir: `${dist}/site-cache`,
  // The hub answers first and owns the socket. Unstreamed, a page that fails half-way is still a whole 500 page.
  adapter: node({ mode: 'middleware', bodySizeLimit: 1, experimentalDisableStreaming: true }),
  // Both `/models` and `/models/` are pages (the interface lets the slash be either).
  trailingSlash: 'ignore',
  // The default drops spaces between inline elements as JSX does; this one only shortens them.
  compressHTML: true,
  // Our Content-Security-Policy admits files of this origin and nothing inline.
  build: { assets: '_astro', inlineStylesheets: 'never' },
  // Code blocks get classes: the colours of the other highlighter are inline styles, which that policy forbids.
  markdown: {
    syntaxHighlight: 'prism',
    processor: satteri({ hastPlugins: [docsHtml], features: { smartPunctuation: false } }),
  },
  session: false,
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  // Bundled whole, the handler runs from a HUB_DIST that has no node_modules above it.
  vite: { ssr: { noExternal: true }, build: { assetsInlineLimit: 0 } },
});
