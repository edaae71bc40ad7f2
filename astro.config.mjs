// Builds the website into one module that makes pages on demand, from what the hub tells (src/site/site-entry.ts).
import { resolve } from 'node:path';
import process from 'node:process';
import { satteri } from '@astrojs/markdown-satteri';
import { defineConfig, passthroughImageService } from 'astro/config';
import { docsHtml } from './src/components/docs/docs-html.ts';
import { docsTables } from './src/components/docs/docs-tables.ts';

/** The static tree's folder (HUB_DIST); the website has a place of its own in it. */
const dist = resolve(process.env.HUB_DIST || 'dist');

/** Astro's adapter for the hub, which answers first and owns the socket: the website is a function of ours, not a server. */
const hub = {
  name: 'hub',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      // Bundled whole, the module runs from a HUB_DIST that has no node_modules above it.
      if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true } } });
    },
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'hub',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('src/site/site-entry.ts', import.meta.url),
        supportedAstroFeatures: { serverOutput: 'stable' },
      }),
  },
};

export default defineConfig({
  output: 'server',
  outDir: `${dist}/site`,
  // Of its own, so that two builds at once don't share what they know of the docs.
  cacheDir: `${dist}/site-cache`,
  adapter: hub,
  // Both `/models` and `/models/` are pages (the interface lets the slash be either).
  trailingSlash: 'ignore',
  // The default drops spaces between inline elements as JSX does; this one only shortens them.
  compressHTML: true,
  // Our Content-Security-Policy admits files of this origin and nothing inline.
  build: { assets: '_astro', inlineStylesheets: 'never' },
  // Code blocks get classes: the colours of the other highlighter are inline styles, which that policy forbids.
  markdown: {
    syntaxHighlight: 'prism',
    processor: satteri({ mdastPlugins: [docsTables], hastPlugins: [docsHtml], features: { smartPunctuation: false } }),
  },
  session: false,
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 } },
});
