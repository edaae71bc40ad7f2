// Probes a source without a pinned hash by files that the index says it holds, so that wrong bytes of it are noticed too.

import { LazyValue } from '../../src/basics/lazy-value.ts';
import { own } from '../../src/basics/own.ts';
import type { ProbeFile, ProbeFiles } from '../../src/catalog/probe-file.ts';
import { PROBE_FILES } from '../../src/catalog/probe-file.ts';
import type { Probe, Source } from '../../src/service/sources.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';
import { type ProbeResult, probeSource } from './probe.ts';

/** Gives the files of a source, the smallest first; none where nothing small is known there. */
export type HeldFilesOf = (token: string) => Promise<readonly ProbeFile[]>;

/** Files asked for in one probe: the revision of one may be a branch that moved on, which makes no source wrong. */
const MOST = 3;

const filesOf = perTree(
  (tree) => new LazyValue(async () => JSON.parse((await tree.text(PROBE_FILES)) ?? '{}') as ProbeFiles),
);

/** The files that the tree of the moment names. A tree that is missing, away or older names none. */
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
 * Probes by the file that service.yaml pins, else by one that the source holds, else by any answer. Other bytes than
 * the index's are a mismatch where none of a few models has the right ones.
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
