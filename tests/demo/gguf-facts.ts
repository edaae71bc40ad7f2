/** Reads the headers of a demo model's GGUF files from disk, with the product's own reader. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGgufHeader } from '../../generator/import/headers/gguf-header.ts';
import type { GgufFacts } from '../../src/shapes/objects.ts';
import type { TinyModel } from './tiny-models.ts';

/** Returns the facts in the header of each GGUF file, by path; empty for a model without GGUF files. */
export async function ggufFacts({ files }: TinyModel): Promise<Map<string, GgufFacts>> {
  const facts = new Map<string, GgufFacts>();
  const folder = await mkdtemp(join(tmpdir(), 'model-hub-gguf-'));
  try {
    for (const [path, { bytes }] of files) {
      if (!path.endsWith('.gguf')) continue;
      const file = join(folder, 'header.gguf');
      await writeFile(file, bytes);
      facts.set(path, await readGgufHeader(file));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return facts;
}
