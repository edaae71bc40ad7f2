// Fetches objects and writes them, and does nothing else with them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

export interface FetchLoad {
  url: string;
  addresses: string[];
  to: string;
}

/** As many as the mirror has under way. */
const LANES = 32;

process.once('message', async ({ url, addresses, to }: FetchLoad) => {
  for (let start = 0; start < 256; start++)
    mkdirSync(join(to, start.toString(16).padStart(2, '0')), { recursive: true });
  const begun = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < addresses.length) {
      const address = addresses[next++]!;
      const answer = await fetch(`${url}/api/v1/objects/${address}`);
      writeFileSync(join(to, address.slice(7, 9), address.slice(9)), new Uint8Array(await answer.arrayBuffer()));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  process.send!((performance.now() - begun) / 1000, () => process.disconnect());
});
