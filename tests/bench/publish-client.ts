// Publishes different objects of one MiB to a hub for some seconds, and counts the objects that the hub accepts.
import { Agent, request } from 'node:http';
import process from 'node:process';
import type { LoadCount } from './load-client.ts';
import { MEBIBYTE, someMebibytes } from './some-mebibytes.ts';

export interface PublishLoad {
  /** The origin of the hub, such as `http://127.0.0.1:4321`. */
  url: string;
  token: string;
  /** The number of requests at the same time. */
  lanes: number;
  seconds: number;
  /** A number that differs between runs, so that each run's objects are new. */
  seed: number;
}

process.once('message', async ({ url, token, lanes, seconds, seed }: PublishLoad) => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Length': MEBIBYTE };
  const publish = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      const asked = request(`${url}/api/v1/objects`, { method: 'POST', agent, headers }, (response) => {
        response
          .resume()
          .on('end', () =>
            response.statusCode === 201 ? resolve() : reject(new Error(`the hub answered ${response.statusCode}`)),
          );
      });
      asked.on('error', reject).end(bytes);
    });
  const count: LoadCount = { answers: 0, seconds: 0 };
  const begun = performance.now();
  const lane = async (index: number) => {
    for (const bytes of someMebibytes(seed + index)) {
      await publish(bytes);
      count.answers++;
      if (performance.now() - begun > seconds * 1000) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  count.seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  process.send!(count, () => process.disconnect());
});
