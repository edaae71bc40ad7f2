// Makes a hub in memory over the tree of the fixture.
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { toFetch } from '../../functions/rim/fetch-hub.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import { logFiles } from '../../functions/stores/tree/log-files.ts';
import { baseUrl, logFilesIn, openInMemory, origin, service } from '../fixtures/hub.ts';

export type AskHub = (path: string, headers?: Record<string, string>) => Promise<Response>;

/**
 * Makes the hub over the tree at `dist`. Returns a function that sends the hub a request and follows no redirect.
 */
export function fixtureHub(dist: string): AskHub {
  const log = logFiles(memoryBytes(logFilesIn(dist)));
  const fetch = toFetch(createMemoryHub(openInMemory(dist), { sources: service.sources, origin, baseUrl, log }));
  return (path, headers = {}) => fetch(new Request(new URL(path, baseUrl), { headers }));
}
