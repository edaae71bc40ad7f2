// Builds the website into modules that make pages on demand from the hub's answers: one for Node, one for every other host
// (decision 0038).
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { satteri } from '@astrojs/markdown-satteri';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { docsHtml, docsTables } from './src/components/docs/docs-html.ts';

/** The static tree's folder (HUB_DIST), which has a place for the website. */
const dist = resolve(process.env.HUB_DIST || 'dist');

const picture = (path) => readFileSync(new URL(`content/docs/${path}`, import.meta.url), 'utf8');

/**
 * Adds the entry of the other hosts. As complete bundles, both entries run from a HUB_DIST without node_modules above it.
 */
const plainEntry = {
  name: 'plain-entry',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  config: () => ({ ssr: { noExternal: true } }),
  buildStart() {
    const id = fileURLToPath(new URL('src/site/site-entry.ts', import.meta.url));
    this.emitFile({ type: 'chunk', id, fileName: 'entry.mjs' });
  },
  // Leaves out the adapter's code for its own server: CommonJS, whose `require` would get into the other entry.
  load: { filter: { id: /\/node_modules\/(send|server-destroy)\// }, handler: () => 'export default undefined;' },
};

export default defineConfig({
  output: 'server',
  outDir: `${dist}/site`,
  // Each build has a folder, so that two builds at once don't share a cache of the docs.
  cacheDir: `${dist}/site-cache`,
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  // Both `/models` and `/models/` are pages (the interface lets the slash be either).
  trailingSlash: 'ignore',
  // The default drops spaces between inline elements as JSX does; this only shortens them.
  compressHTML: true,
  // Our Content-Security-Policy admits files of this origin and nothing inline.
  build: { assets: '_astro', inlineStylesheets: 'never', serverEntry: 'node.mjs' },
  // Code blocks get classes: the colours of the other highlighter are inline styles, which that policy forbids.
  markdown: {
    syntaxHighlight: 'prism',
    processor: satteri({
      mdastPlugins: [docsTables],
      hastPlugins: [docsHtml(picture)],
      features: { smartPunctuation: false },
    }),
  },
  session: false,
  // The adapter's own endpoint for images reads files, which other hosts don't have. No page uses the endpoint or optimised images.
  image: { service: passthroughImageService(), endpoint: { entrypoint: 'astro/assets/endpoint/generic' } },
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 }, plugins: [plainEntry] },
});
