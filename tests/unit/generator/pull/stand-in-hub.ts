// A fake hub on loopback that answers only requests for the lock of a model, which is all that a pull requests.

import { onTestFinished } from 'vitest';
import { LOCK_FORMAT } from '../../../../src/shapes/formats.ts';
import type { LockedFile } from '../../../../src/shapes/log.ts';
import { servedBy } from '../../../fixtures/loopback-server.ts';
import { type FaultySource, type MadeFile, planned } from './faulty-source.ts';

export const MODEL = 'acme/Tiny';
export const REVISION = 'a'.repeat(40);

export interface StandInHub {
  base: string;
  /** All requests, with their addresses and headers. */
  asked: { url: string; headers: Record<string, unknown> }[];
}

/** Serves the lock of a model with these files, which all sources have. `change` can replace the list of files. */
export async function standInHub(
  files: readonly MadeFile[],
  sources: readonly FaultySource[],
  change: (files: LockedFile[]) => unknown = (all) => all,
  closeLater: (close: () => Promise<void>) => unknown = onTestFinished,
): Promise<StandInHub> {
  const asked: StandInHub['asked'] = [];
  const server = await servedBy(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    const right = `/models/${MODEL}/lock.json`;
    if (url !== right && url.toLowerCase() === right.toLowerCase()) {
      response.writeHead(307, { Location: right }).end();
      return;
    }
    if (url !== right) {
      response.writeHead(404, { 'X-Error-Message': 'No such model.' }).end();
      return;
    }
    const locked = files.map((file) => planned(file, sources) as LockedFile);
    const model = { revision: REVISION, object: `blake3:${'0'.repeat(64)}`, files: change(locked) };
    response.end(JSON.stringify({ format: LOCK_FORMAT, hub: server.base, models: { [MODEL]: model } }));
  });
  closeLater(server.close);
  return { base: server.base, asked };
}
