// Fetches URLs and writes their bytes to files, as the yardstick of mirrors and index runs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

export interface FetchLoad {
  files: { url: string; path: string }[];
  to: string;
  /** The number of requests at the same time. */
  lanes: number;
}

process.once('message', async ({ files, to, lanes }: FetchLoad) => {
  for (const folder of new Set(files.map(({ path }) => dirname(path))))
    mkdirSync(join(to, folder), { recursive: true });
  const begun = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < files.length) {
      const { url, path } = files[next++]!;
      const answer = await fetch(url);
      writeFileSync(join(to, path), new Uint8Array(await answer.arrayBuffer()));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  process.send!((performance.now() - begun) / 1000, () => process.disconnect());
});
