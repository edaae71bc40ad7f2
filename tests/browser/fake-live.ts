// Answers the requests that the script of a model's page sends: for its sources and its relations.
import type { Page } from 'playwright';
import type { ModelRelated, ModelSources, SourceStatus } from '../../src/shapes/live.ts';

const PROBED = '2026-08-22T12:03:21.000Z';
/** Makes the state of a source that holds `files` files of a model. */
export function holding(name: 'A' | 'B', files: number, is: 'up' | 'down' | 'refusing' = 'up'): SourceStatus {
  return {
    ...{ source: `Source ${name}`, host: `source-${name.toLowerCase()}.example`, asked: PROBED, files },
    health: { ok: is !== 'down', checked: PROBED, reason: is === 'down' ? 'timeout' : 'verified' },
    ...(is === 'refusing' && { refuses: true as const }),
  };
}

export const related: ModelRelated = {
  id: 'tidepool/Lantern-30B-A3B-Instruct-GGUF',
  derived: { models: 28, kinds: { quantized: 24, finetune: 4 }, first: ['acme-research/lantern-tuned'] },
  same_bytes: {
    ...{ path: 'model.gguf', sha256: 'a'.repeat(64), models: 7 },
    first: [
      {
        model: 'acme-research/the-very-same-weights-under-a-name-that-is-so-long-that-no-line-holds-it',
        path: 'm.gguf',
      },
      { model: 'openshelf-community/copy', path: 'm.gguf' },
    ],
  },
  days: [
    { day: '2026-07-20', downloads: 120_000 },
    { day: '2026-08-05', likes: 3 },
    { day: '2026-08-22', downloads: 186_400, likes: 4 },
  ],
};

/** Answers the requests of `page` for sources and relations. By default the second of two sources is down. */
export async function tellLive(
  page: Page,
  sources: readonly SourceStatus[] = [holding('A', 12), holding('B', 2, 'down')],
  told = related,
): Promise<void> {
  const serving = sources.find(({ health, refuses }) => health.ok && !refuses) ?? sources[0];
  const json: ModelSources = { id: told.id, files: 12, sources: [...sources], used: serving?.host ?? null };
  await page.route('**/api/hub/models/*/*/sources', (route) => route.fulfill({ json }));
  await page.route('**/api/hub/models/*/*/related', (route) => route.fulfill({ json: told }));
}
