// Makes catalogs and leaves for benchmarks of the log. A line of a catalog has only an id and an edition; a leaf is as
// long as a real one.
import { writeFileSync } from 'node:fs';
import type { LoggedIndex } from '../../generator/log/append-day.ts';
import type { LeafMaker } from '../../generator/log/model-leaf.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import { makeSignerKey, parseSignerKey } from '../../src/log/signing/signer-key.ts';
import { LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';

const ORIGIN = 'hub.example/log';

/** A signing key, as a line of HUB_SIGNING_KEY. */
export const KEY = makeSignerKey(ORIGIN).line.reveal();
const { key, sign } = parseSignerKey(KEY)!;
export const identity = {
  origin: ORIGIN,
  signers: [{ key, sign: (text: string) => sign(new TextEncoder().encode(text)) }],
};

function leafOf(id: string, edition: string): Uint8Array {
  const leaf = {
    format: LOGGED_MODEL_FORMAT,
    id,
    revision: sha256Hex(`${id} ${edition}`).slice(0, 40),
    object: `blake3:${sha256Hex(`object ${id} ${edition}`)}`,
    sums: sha256Hex(`sums ${id} ${edition}`),
    sources: ['huggingface.co', 'modelscope.cn'],
  } as const;
  return new TextEncoder().encode(formatLeaf({ ...leaf, sources: [...leaf.sources] }));
}

export const leaves: LeafMaker = {
  facts: 'made',
  leafOf(line) {
    const [, id, edition] = /^"(.+)":(\d+)$/.exec(Buffer.from(line).toString())!;
    return leafOf(id!, edition!);
  },
};

/** Makes all leaves in advance, so that measurements do not include making them. */
export function madeLeaves(models: number): LeafMaker {
  const made = new Map(lines(models, () => 0).map((line) => [line, leaves.leafOf(Buffer.from(line))]));
  return { ...leaves, leafOf: (line) => made.get(Buffer.from(line).toString())! };
}

function lines(models: number, editionOf: (at: number) => number): string[] {
  const ids = Array.from({ length: models }, (_, at) => `owner-${at % 1000}/model-${at}`).sort();
  return ids.map((id, at) => `"${id}":${editionOf(at)}`);
}

/** Writes a catalog of `models` models to `path`, and returns it as the index of a day. */
export function indexOf(
  path: string,
  models: number,
  day: number,
  editionOf: (at: number) => number = () => day,
): LoggedIndex {
  const head = '{"models":{\n';
  writeFileSync(path, `${head}${lines(models, editionOf).join(',\n')}\n},"rows":[\n`);
  const catalog = { path, modelsStart: head.length, address: `blake3:${sha256Hex(`day ${day}`)}` } as const;
  const now = Date.UTC(2026, 0, 1 + day);
  return {
    catalog,
    leaves,
    day: new Date(now).toISOString().slice(0, 10),
    tree: sha256Hex(`tree ${day}`),
    expiryDays: 7,
    now,
  };
}
