// Finds files to probe a source with, if service.yaml does not say the hash of its probe file. They are small files
// that the source has according to the index. The index knows their hashes, so the probe notices wrong bytes.

import { LazyValue } from '../../src/basics/lazy-value.ts';
import { own } from '../../src/basics/own.ts';
import { PROBE_FILES, type ProbeFile, type ProbeFiles } from '../../src/catalog/probe-file.ts';
import type { Probe, Source } from '../../src/service/sources.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';
import { type ProbeResult, probeSource } from './probe.ts';

/** Returns files of a source, the smallest first. The list is empty if the source has no small file. */
export type HeldFilesOf = (token: string) => Promise<readonly ProbeFile[]>;

/**
 * The maximum number of files that a probe tries. One wrong file does not prove a fault of the source: the file may
 * come from a branch that has changed.
 */
const MOST = 3;

const filesOf = perTree(
  (tree) => new LazyValue(async () => JSON.parse((await tree.text(PROBE_FILES)) ?? '{}') as ProbeFiles),
);

/**
 * Returns a function that finds files in the current tree. Its list is empty if there is no tree, if the tree is away,
 * or if an older release built it.
 */
export const heldFilesIn =
  (tree: () => Tree | undefined): HeldFilesOf =>
  async (token) => {
    const now = tree();
    if (!now) return [];
    const files = await filesOf(now)
      .get()
      .catch((): ProbeFiles => ({}));
    return own(files, token)?.files ?? [];
  };

/**
 * Probes a source with the probe file of service.yaml if its hash is known. Otherwise it probes with files that the
 * source holds, and one file with the right bytes is enough. If there is no such file either, any good answer is
 * enough.
 */
export async function probeHeld(
  source: Source & { probe: Probe },
  userAgent: string,
  held: HeldFilesOf | undefined,
  probe: typeof probeSource = probeSource,
): Promise<ProbeResult> {
  const files = source.probe.sha256 === undefined ? ((await held?.(source.token)) ?? []) : [];
  if (files.length === 0) return probe(source, userAgent);
  let found: ProbeResult | undefined;
  for (const { place, path, sha256 } of files.slice(0, MOST)) {
    const { timeLimit } = source.probe;
    const result = await probe({ ...source, probe: { ...place, path, sha256, timeLimit } }, userAgent);
    if (result.ok) return result;
    if (found?.reason !== 'mismatch') found = result;
    if (!['mismatch', 'status'].includes(result.reason)) break;
  }
  return found!;
}
