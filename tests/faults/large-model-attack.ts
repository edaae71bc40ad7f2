// Sends requests about the large model: each connection sends the next request as soon as it has its answer.
import { Agent, request } from 'node:http';
import process from 'node:process';
import { type Asked, requestsOf } from './many-files.ts';

const [url = '', files = '', name = '', connections = ''] = process.argv.slice(2);
const requests = requestsOf(Number(files));
const makes = name === 'everything' ? Object.values(requests) : [requests[name]!];
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });

function ask({ method, target, headers, body }: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    request(url + target, { agent, method, headers: { ...headers, ...length } }, (response) => {
      // The hub may refuse some of these requests, but must not fail.
      if (response.statusCode! >= 500) reject(new Error(`${response.statusCode} to ${target}`));
      response.resume().on('end', resolve).on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}

async function keepAsking(first: number): Promise<void> {
  for (let at = first; ; at++) await ask(makes[at % makes.length]!());
}

await Promise.all(makes.map((make) => ask(make())));
process.send!('ready');
process.once('disconnect', () => process.exit());
await Promise.all(Array.from({ length: Number(connections) }, (_, at) => keepAsking(at)));
