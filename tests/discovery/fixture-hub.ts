// Makes a hub in memory over the tree of the fixture.
import { inject } from 'vitest';
import { toFetch } from '../../functions/rim/fetch-hub.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { baseUrl, logFilesIn } from '../fixtures/hub.ts';
import { memoryHub } from '../fixtures/memory-hub.ts';

export type AskHub = (path: string, headers?: Record<string, string>) => Promise<Response>;

/**
 * Makes the hub. Returns a function that sends the hub a request and follows no redirect.
 */
export function fixtureHub(): AskHub {
  const log = logFiles(memoryBytes(logFilesIn(inject('fixture').dist)));
  const fetch = toFetch(memoryHub({ log }));
  return (path, headers = {}) => fetch(new Request(new URL(path, baseUrl), { headers }));
}
