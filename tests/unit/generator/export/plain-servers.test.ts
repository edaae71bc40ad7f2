// Tests an export behind servers with default settings. Exactly the answers that the docs promise must equal the
// hub's, byte for byte.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readDocsPages } from '../../../../generator/documents/docs-pages.ts';
import { staticAnswers } from '../../../../src/static/static-answer.ts';
import { href, type Row } from '../../../../src/table/route.ts';
import { askFor, bytesOf } from '../../../fixtures/asked.ts';
import { allAnswers, attested, exported, hubOver } from '../../../fixtures/exported.ts';
import { freePort } from '../../../fixtures/free-port.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { commandMissing, needs } from '../../../fixtures/needs.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const { dist } = inject('fixture');
const root = folderOfFile();
// The server may run as the user `nobody`, who must be able to read the folder.
chmodSync(root, 0o755);
const to = join(root, 'out');

/** A web server with default settings over the folder `to`. */
interface PlainServer {
  name: string;
  /** The reason why this machine can't run the server; undefined if it can. */
  missing: string | undefined;
  start(port: number): ChildProcess;
}

const servers: PlainServer[] = [
  {
    name: 'Python’s http.server',
    missing: commandMissing('python3', 'apt-get install python3'),
    start: (port) =>
      spawn('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', to], {
        stdio: 'ignore',
      }),
  },
  {
    name: 'nginx with an empty configuration',
    missing: commandMissing('nginx', 'apt-get install nginx'),
    start(port) {
      const prefix = join(root, 'nginx');
      mkdirSync(join(prefix, 'temp'), { recursive: true });
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp;`);
      const server = `server { listen 127.0.0.1:${port}; root ${to}; }`;
      const text = `daemon off; pid nginx.pid; events {} http { access_log off; ${places.join(' ')} ${server} }`;
      writeFileSync(join(prefix, 'nginx.conf'), text);
      return spawn('nginx', ['-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', '/dev/null'], { stdio: 'ignore' });
    },
  },
];

beforeAll(() => exported(dist, to, attested));

describe.each(servers)('$name', ({ name, missing, start }) => {
  let url = '';
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    if (missing !== undefined) return;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = start(port);
    for (let tries = 0; tries < 200; tries++) {
      if (await fetch(`${url}/llms.txt`).catch(() => undefined)) return;
      await after(25);
    }
    throw new Error(`${name} does not answer`);
  });
  afterAll(() => void child?.kill());

  test('files alone answer exactly the rows that the docs name, with the hub’s bytes', {
    ...needs(missing),
    ...inAll(name !== 'nginx with an empty configuration'),
  }, async () => {
    const { hub } = hubOver(dist);
    const seen = new Map<string, 'as a hub' | 'otherwise'>();
    for (const { name: row, row: facts, address } of sampled(allAnswers(to))) {
      const response = await fetch(url + address);
      const got = Buffer.from(await response.arrayBuffer());
      const answer = await hub(askFor(address, facts.as?.includes('html') ? 'text/html' : '*/*'));
      const wanted = Buffer.from(await bytesOf(answer));
      // A page of an export differs from the hub's page only in the words that it is an export.
      const isPage = toldOf(row).startsWith('the page') && (isPageOf(got, wanted) || isTwin(row));
      const isSame = response.status === 200 && (got.equals(wanted) || isPage);
      if (!isSame || !seen.has(row)) seen.set(row, isSame ? 'as a hub' : 'otherwise');
    }
    for (const { name: row, row: facts, reached } of staticAnswers) {
      if (reached !== undefined || facts.methods?.includes('GET') === false) continue;
      const response = await fetch(url + href(facts as Row<string>, PARAMS as never), { redirect: 'manual' });
      // Some servers answer the address of a folder with a list of its files.
      const isListing = (await response.text()).includes('<title>Directory listing for');
      seen.set(row, response.status === 200 && !isListing ? 'as a hub' : 'otherwise');
    }
    const alone = [...seen].filter(([, how]) => how === 'as a hub').map(([row]) => row);
    const told = staticAnswers
      .filter(({ name: row }) => seen.has(row) && toldOf(row) !== '')
      .map(({ name: row }) => row);
    expect(alone.toSorted()).toEqual(told.toSorted());
    // The test must have requested every row that has a file.
    const unasked = staticAnswers.filter(({ name: row, reached }) => reached !== undefined && !seen.has(row));
    expect(unasked.map(({ name: row }) => row)).toEqual([]);
  });
});

/** The params with which the test fills the addresses of rows that no exported file answers. */
const PARAMS = {
  owner: 'acme',
  name: 'tiny-bert',
  revision: 'main',
  path: 'config.json',
  digest: `sha256:${'0'.repeat(64)}`,
  model: 'acme/tiny-bert',
};

/** The largest number of requested answers for each row, because some rows have thousands. */
const MOST = 40;
const sampled = (all: ReturnType<typeof allAnswers>) =>
  [...Map.groupBy(all, ({ name }) => name).values()].flatMap((of) =>
    of.filter((_, at) => at % Math.ceil(of.length / MOST) === 0),
  );

const isPageOf = (got: Buffer, wanted: Buffer) => got.toString().replace('exported', 'served') === wanted.toString();

/** True for the Markdown twin of a model's page, which names the sources as the page does. */
const isTwin = (row: string) => row === 'modelTwin';

/**
 * The lines of the docs page, in which each row has an entry: `yes` means the same bytes as the hub's, and other
 * entries describe the answer. An entry is empty if files alone do not answer.
 */
const lines = readDocsPages('https://hub.example')
  .find(({ slug }) => slug === 'static')!
  .twin.split('\n');
function toldOf(row: string): string {
  const { pattern } = staticAnswers.find(({ name }) => name === row)!.row;
  const line = lines.find((one) => one.startsWith(`| \`${pattern}\` |`));
  if (line === undefined) throw new Error(`the docs say nothing of ${pattern}`);
  return line.split('|')[2]!.trim();
}
