// Stands in for a built website, which takes longer to build than a tree: a handler that writes one expression as the page.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageSettings } from '../../../generator/build/page-renderer.ts';

/** A website at `<folder>/<key>`; `body` is its page, an expression over `model`, `hub` and the request's `url`. */
export function stubWebsite(folder: string, key: string, body: string): PageSettings {
  const entry = join(folder, key, 'entry.mjs');
  mkdirSync(join(folder, key), { recursive: true });
  writeFileSync(
    entry,
    `export async function handler({ url }, response, next, { hub }) {
      const [, , owner, name] = url.split('/');
      const model = hub.model(owner, name);
      const page = ${body};
      response.writeHead(page === undefined ? 500 : 200, { 'content-type': 'text/html' });
      for (const part of [page ?? '', 'é'.repeat(1000)]) response.write(new TextEncoder().encode(part));
      response.end();
    }`,
  );
  const sources = [{ token: 'srca', display: 'Source A', host: 'source-a.example' }];
  return { entry, key, baseUrl: 'https://hub.example', sources };
}
