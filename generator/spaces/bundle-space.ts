// Bundles the sources of one app with Vite, which comes with Astro. TypeScript, styles and workers become files with
// hashed names.

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { own } from '../../src/basics/records.ts';
import { SPACE_PAGE } from '../../src/nouns/file-path.ts';
import type { Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { APP_ASSETS } from '../../src/table/row-facts.ts';
import { Failure } from '../process/failure.ts';
import { packageFolder } from '../process/package-paths.ts';

/** The place in a bundled page where the address of the hub is filled in. */
export const HUB_MARK = '{hub}';
/** The path, relative to the package, of the script that sets the visitor's light or dark theme on a page. */
const THEME_SCRIPT = 'src/layouts/theme.js';

/**
 * Bundles the app at `sources` into `folder`, which it makes. Fills in placeholders of the app's page. `%name%` becomes
 * the path pattern of the row `name` of the route table. In `%name one two%`, the words after the name replace the
 * params of the pattern. `%name.file%` becomes the path of that row's file in an export. All these paths get HUB_MARK
 * in front. `%theme%` becomes the path of the theme script. The same sources give the same bytes. Throws a Failure for faulty sources.
 */
export async function bundleSpace(sources: string, folder: string): Promise<void> {
  if (!existsSync(join(sources, SPACE_PAGE))) throw new Failure(`${sources} holds no ${SPACE_PAGE}, the page to open.`);
  // Loads Vite only when an app must be built, because loading takes long and most builds find every app built.
  const { build } = await import('vite');
  const theme = readTheme();
  const isThemed = readFileSync(join(sources, SPACE_PAGE), 'utf8').includes('%theme%');
  const bundle = build({
    configFile: false,
    envDir: false,
    root: sources,
    base: './',
    logLevel: 'silent',
    publicDir: false,
    // Apps run on pages without an origin. Such a page can start a worker only from text in its own scripts, and this
    // worker can't be a module.
    worker: { format: 'iife' },
    plugins: [
      {
        name: 'paths-of-the-route-table',
        transformIndexHtml: {
          order: 'pre',
          handler: (html) => fillPaths(html.replace('%theme%', `./${theme.fileName}`), sources),
        },
      },
      {
        name: 'theme-of-the-website',
        buildStart() {
          if (isThemed) this.emitFile({ type: 'asset', ...theme });
        },
      },
    ],
    build: {
      // Vite would resolve a relative path against the folder of the sources.
      outDir: resolve(folder),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
    },
  });
  await bundle.catch((error: Error) => {
    throw error instanceof Failure
      ? error
      : new Failure(`The app in ${sources} could not be built:\n${error.message}`, { cause: error });
  });
}

/**
 * Reads the theme script. It must run before anything is painted, so it is no module, and the bundler must leave it
 * unchanged.
 */
function readTheme(): { fileName: string; source: Buffer } {
  const source = readFileSync(join(packageFolder, THEME_SCRIPT));
  return { fileName: `${APP_ASSETS}theme-${hash('sha256', source).slice(0, 8)}.js`, source };
}

function fillPaths(html: string, sources: string): string {
  return html.replace(
    /%(\w+)(\.file)?((?: [\w.-]+)*)%/g,
    (_, name: string, ofFile: string | undefined, words: string) => {
      const row: Row | undefined = own(routes, name);
      if (!row) throw new Failure(`${join(sources, SPACE_PAGE)}: the route table has no row "${name}".`);
      if (ofFile && typeof row.file !== 'string')
        throw new Failure(`${join(sources, SPACE_PAGE)}: the row "${name}" has no file of its own.`);
      const values = words.split(' ').slice(1);
      return HUB_MARK + (ofFile ? `/${row.file}` : row.pattern).replace(/\{\w+\}/g, (param) => values.shift() ?? param);
    },
  );
}
