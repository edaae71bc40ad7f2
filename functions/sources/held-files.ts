// Finds the files to probe a source by, where its settings name none: small files that the source has, by the index. Their
// hashes are known, so the probe notices wrong bytes.

import { LazyValue } from '../../src/basics/lazy-value.ts';
import { own } from '../../src/basics/own.ts';
import type { ProbeFile, ProbeFiles } from '../../src/catalog/probe-file.ts';
import { PROBE_FILES } from '../../src/catalog/probe-file.ts';
import type { Probe, Source } from '../../src/service/sources.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';
import { type ProbeResult, probeSource } from './probe.ts';

/** Gives the files of a source, the smallest first; none if the source has no small file. */
export type HeldFilesOf = (token: string) => Promise<readonly ProbeFile[]>;

/** The most files in one probe: the revision of a file may be a branch that moved on, which is no fault of the source. */
const MOST = 3;

const filesOf = perTree(
  (tree) => new LazyValue(async () => JSON.parse((await tree.text(PROBE_FILES)) ?? '{}') as ProbeFiles),
);

/** Gives files from the current tree. A tree that is missing, away or older gives none. */
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
 * Probes by the file that service.yaml pins, else by a file that the source holds, else by any answer. Wrong bytes are a
 * mismatch only if none of a few models has the right ones.
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
