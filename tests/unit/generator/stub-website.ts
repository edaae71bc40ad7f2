// Makes a small module in place of the built website, which takes longer to build than a tree.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageSettings } from '../../../generator/tree/models/page-renderer.ts';

/**
 * Writes a website to `<folder>/<key>`. The expression `body` makes its page from `model`, `hub` and the page's
 * `path`.
 */
export function stubWebsite(folder: string, key: string, body: string): PageSettings {
  const entry = join(folder, key, 'entry.mjs');
  mkdirSync(join(folder, key), { recursive: true });
  writeFileSync(
    entry,
    `export async function render({ path }, hub) {
      const [, , owner, name] = path.split('/');
      const model = hub.model(owner, name);
      const page = ${body};
      return { status: page === undefined ? 500 : 200, html: new TextEncoder().encode(page + 'é'.repeat(1000)) };
    }`,
  );
  const sources = [{ token: 'srca', display: 'Source A', host: 'source-a.example' }];
  return { entry, key, baseUrl: 'https://hub.example', sources, loggedAs: 'unsigned' };
}
