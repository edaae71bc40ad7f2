// Makes catalogs of made-up models and their leaves, for tests of the log.
import { writeFileSync } from 'node:fs';
import type { LoggedIndex } from '../../../../generator/log/append-day.ts';
import type { LeafMaker } from '../../../../generator/log/model-leaf.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { formatLeaf } from '../../../../src/log/leaves.ts';
import { modelLeaf } from '../../log/memory-log.ts';

/** The revision of each model, by id. */
export type Models = Record<string, string>;

export const NOW = Date.parse('2026-11-20T00:00:00Z');
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a model's line in the catalog. */
const lineOf = (id: string, revision: string) => `${JSON.stringify(id)}:${JSON.stringify({ revision })}`;

function leafBytes(id: string, revision: string): Uint8Array {
  return new TextEncoder().encode(formatLeaf(modelLeaf(id, { revision: sha256Hex(revision).slice(0, 40) })));
}

/** Makes the leaves of models, and counts them. */
export class CountedLeaves implements LeafMaker {
  facts = 'facts';
  made = 0;

  leafOf(line: Uint8Array): Uint8Array {
    this.made++;
    const [id, { revision }] = Object.entries(
      JSON.parse(`{${Buffer.from(line)}}`) as Record<string, { revision: string }>,
    )[0]!;
    return leafBytes(id, revision);
  }
}

/** Writes a catalog with these models to `path`. */
export function writeCatalog(path: string, models: Models): LoggedIndex['catalog'] {
  const lines = Object.entries(models)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, revision]) => `${lineOf(id, revision)},\n`);
  const head = '{"models":{\n';
  writeFileSync(path, `${head}${lines.join('')}},"rows":[\n`);
  return { path, modelsStart: head.length, address: `blake3:${sha256Hex(lines.join(''))}` };
}

export const someModels = (count: number, revision = 'a'): Models =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`owner-${at % 7}/model-${at}`, revision]));

/** Returns the models of a day: 60, of which a third changes each day, and on every fifth day 700. */
export const modelsOfDay = (day: number): Models => ({
  ...someModels(day % 5 === 4 ? 700 : 60),
  ...Object.fromEntries(
    Object.keys(someModels(60))
      .filter((_, at) => at % 3 === day % 3)
      .map((id) => [id, `day ${day}`]),
  ),
});
