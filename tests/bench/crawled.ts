// Starts a simulated public hub for benchmarks of `model-hub index`, lists its requests, and makes rules that index all
// its models.
import type { ChildProcess } from 'node:child_process';
import { nextMessage, startChild } from './child.ts';
import type { CrawlHubWords } from './crawl-hub.ts';

/** The number of requests that an index run makes at the same time. */
export const UNDER_WAY = 8;

/** Starts the simulated public hub as a process. Its first message is its address. */
export const startCrawlHub = (words: CrawlHubWords): ChildProcess =>
  startChild('crawl-hub.ts', [JSON.stringify(words)]);

/** Lists the method and the target of each request that the hub got since it started or changed. */
export function askedOf(hub: ChildProcess): Promise<string[]> {
  const answer = nextMessage<string[]>(hub);
  hub.send('asked');
  return answer;
}

/** Changes one in a hundred of the hub's models, as a new day does. */
export async function changeHub(hub: ChildProcess): Promise<void> {
  const done = nextMessage(hub);
  hub.send('changed');
  await done;
}

/** Makes an index.yaml that indexes all models of the hub. */
export const crawlRules = (models: number) => `
source: srca
wishes: { searches: [{ task: fill-mask, limit: ${models} }] }
most: { models: ${models}, files_of_a_model: 100, bytes_of_a_model: 1000000000, requests: 10000000, bytes: 1000000000000, under_way: ${UNDER_WAY} }
unreached_percent: 0
`;
