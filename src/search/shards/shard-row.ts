// A row of the browse page in few bytes: what the page shows of a model, as a list without names.
import type { ModelRow } from '../../shapes/models.ts';
import { LICENSE } from '../facet-groups.ts';

/** In this order; what is not known is null, and falls away at the end. */
type ShardRow = [
  id: string,
  task: string | null,
  library: string | null,
  license: string | null,
  downloads: number | null,
  likes: number | null,
  trendingScore: number | null,
  createdAt: string | null,
  lastModified: string | null,
  parameters: number | null,
  weights: number | null,
  copy: number | null,
  sources: string[] | null,
  quants: Record<string, number> | null,
  isUnlisted: 1 | null,
  context: number | null,
];

/** What of a row the page shows. */
export function shardRow(row: ModelRow): readonly unknown[] {
  const { hub } = row;
  const license = row.tags?.find((tag) => tag.startsWith(LICENSE))?.slice(LICENSE.length);
  const kept: ShardRow = [
    ...([row.id, row.pipeline_tag ?? null, row.library_name ?? null, license ?? null] as const),
    ...([row.downloads ?? null, row.likes ?? null, row.trendingScore ?? null] as const),
    ...([row.createdAt ?? null, row.lastModified ?? null] as const),
    ...([hub.parameters ?? null, hub.weight_bytes ?? null, hub.copy_bytes ?? null] as const),
    ...([hub.sources ?? null, hub.quants ?? null, hub.listed === false ? 1 : null, hub.context ?? null] as const),
  ];
  return kept.slice(0, kept.findLastIndex((fact) => fact !== null) + 1);
}

/** The row again, without what a list of models does not show. */
export function modelRow(kept: readonly unknown[]): ModelRow {
  const [id, task, library, license, downloads, likes, trendingScore, ...rest] = kept as ShardRow;
  const [createdAt, lastModified, parameters, weights, copy, sources, quants, isUnlisted, context] = rest;
  return known({
    ...{ id, modelId: id, pipeline_tag: task, library_name: library, createdAt, lastModified },
    ...{ downloads, likes, trendingScore },
    tags: license ? [LICENSE + license] : [],
    hub: known({
      ...{ parameters, weight_bytes: weights, copy_bytes: copy, sources, quants, context },
      listed: isUnlisted === 1 ? false : undefined,
    }),
  }) as unknown as ModelRow;
}

function known(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined));
}
