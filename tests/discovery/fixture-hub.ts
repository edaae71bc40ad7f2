// Makes a hub in memory over the tree of the fixture.
import { toFetch } from '../../functions/rim/fetch-hub.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { baseUrl, logFilesIn } from '../fixtures/hub.ts';
import { memoryHub } from '../fixtures/memory-hub.ts';

export type AskHub = (path: string, headers?: Record<string, string>) => Promise<Response>;

/**
 * Makes the hub over the tree at `dist`. Returns a function that sends the hub a request and follows no redirect.
 */
export function fixtureHub(dist: string): AskHub {
  const log = logFiles(memoryBytes(logFilesIn(dist)));
  const fetch = toFetch(memoryHub({ log }));
  return (path, headers = {}) => fetch(new Request(new URL(path, baseUrl), { headers }));
}
