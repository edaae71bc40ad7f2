// Plays every contract script on every host. Each promise must hold, and all hosts must give the same answer.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { runtimesMissing } from '../clients/runtimes.ts';
import { caddy, nginx } from '../fixtures/front.ts';
import { service, treeText } from '../fixtures/hub.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { workerMissing } from '../fixtures/worker.ts';
import { type Describer, describer } from './described.ts';
import { factOf } from './facts.ts';
import { CacheableAnswers, header, isOwnRefusal, isOwnWay, titlesOfOwnWays, withoutOwn } from './fronts.ts';
import { Hosts } from './hosts.ts';
import { captured, fill, judge } from './judge.ts';
import { decoded } from './other-runtimes.ts';
import type { Asked, Given } from './players.ts';
import { probed } from './ports.ts';
import { type Exchange, type Promised, parseScript } from './script.ts';

/** Hosts that a machine may lack, each with the reason why this machine can't run it; undefined if it can. */
const needed = {
  ...{ nginx: nginx.missing, caddy: caddy.missing, workerd: workerMissing },
  ...{ deno: runtimesMissing('deno'), bun: runtimesMissing('bun') },
};

const scripts = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.http'))
  .map((file) => ({ file, promises: parseScript(readFileSync(join(import.meta.dirname, file), 'utf8')) }));

/** Documents that every export has. */
const DOCUMENTS = [
  ...['/openapi.json', '/.well-known/openapi.json', '/llms.txt', '/archive.json', '/models/index.json', '/api/models'],
  ...['/hashes/000.json', '/archive/feeds/new.xml', '/log/checkpoint', '/docs/check_model.py'],
  ...['', '/refs', '/tree/main', '/treesize/main', '/revision/main'].map((rest) => `/api/models/acme/tiny-bert${rest}`),
  ...['/acme/tiny-bert/resolve/main/SHA256SUMS', '/models/acme/tiny-bert/lock.json'],
];

let hosts: Hosts;
const cacheable = new CacheableAnswers();
let faultsOf: Describer;
beforeAll(() => {
  hosts = new Hosts(inject('fixture').dist);
  const tokens = service.sources.map(({ token }) => token);
  faultsOf = describer(treeText(inject('fixture').dist, treePath(routes.openapi, {})), tokens);
});
afterAll(() => hosts.stop());

describe('in memory and on Node', () => {
  beforeAll(() => hosts.startHere());
  playAll(() => true);

  test('every title in the list of what nginx and Caddy answer in their own way is the title of a test', () => {
    const titles = new Set(scripts.flatMap(({ promises }) => promises.map(({ title }) => title)));
    expect(titlesOfOwnWays.filter((title) => !titles.has(title))).toEqual([]);
  });
});

describe('on every other host', inAll(), () => {
  beforeAll(() => hosts.startElsewhere());

  for (const [host, missing] of Object.entries(needed))
    test(`the scripts are played on ${host}`, needs(missing), () => {
      expect(Object.keys(hosts.players)).toContain(host);
    });

  playAll(({ only }) => only === undefined);

  describe('with the hub stopped', () => {
    beforeAll(() => hosts.stopBehindFronts());

    test('nginx answers as before what it was asked before', needs(nginx.missing), async () => {
      for (const { asked, given } of cacheable) {
        const again = await hosts.players.nginx!(asked);
        expect(readable(comparedAs('nginx')(again!)), asked.target).toEqual(readable(comparedAs('nginx')(given)));
      }
    });

    test('Caddy answers documents from the exported folder, and nothing else', needs(caddy.missing), async () => {
      const again = [...cacheable].map(async ({ asked, given }) => {
        // Pages of an export, and their Markdown, say that they are exported.
        if (asked.headers.length > 0 || /^text\/(html|markdown)/.test(header(given, 'content-type')!)) return;
        const sent = (await hosts.players.caddy!(asked))!;
        if (sent.status === 200) expect(sent.body.equals(given.body), asked.target).toBe(true);
        else expect([asked.target, sent.status]).toEqual([asked.target, 502]);
      });
      await Promise.all(again);
      const sent = DOCUMENTS.map(async (target) => {
        const given = await hosts.players.caddy!({ method: 'GET', target, headers: [], body: undefined });
        expect([target, given!.status]).toEqual([target, 200]);
      });
      await Promise.all(sent);
    });
  });
});

function playAll(isPlayed: (promised: Promised) => boolean): void {
  for (const { file, promises } of scripts)
    describe(file, () => {
      const kept = new Map<string, string>();
      const scope = (name: string) => kept.get(name) ?? factOf(name);
      for (const promised of promises.filter(isPlayed))
        test(promised.title, async () => {
          for (const exchange of promised.exchanges) await play(promised, exchange, kept, scope);
        });
    });
}

async function play(
  { only, title }: Promised,
  exchange: Exchange,
  kept: Map<string, string>,
  scope: (name: string) => string,
) {
  await tellAll(exchange.health);
  const asked: Asked = {
    method: exchange.method,
    target: Buffer.from(fill(exchange.target, scope)).toString('latin1'),
    headers: exchange.headers.map(([name, value]) => [name, fill(value, scope)]),
    body: exchange.body === undefined ? undefined : fill(exchange.body, scope),
  };
  let first: Given | undefined;
  for (const [host, player] of Object.entries(hosts.players)) {
    const isPlayed = only === undefined ? !isOwnWay(host, title) : only === host;
    const given = isPlayed ? await player(asked) : undefined;
    if (!given || (first && isOwnRefusal(host, given, first))) continue;
    expect(header(given, 'x-request-id'), host).toBeDefined();
    expect(header(given, 'access-control-allow-origin'), host).toBe('*');
    if (asked.method === 'HEAD' || given.status === 204 || given.status === 304)
      expect(given.body, host).toHaveLength(0);
    const compared = comparedAs(host);
    if (first)
      expect(readable(compared(given)), `${host} differs at line ${exchange.line}`).toEqual(readable(compared(first)));
    first ??= given;
  }
  judge(exchange, first!, scope);
  if (!titlesOfOwnWays.includes(title)) cacheable.note(asked, first!);
  // No cache may keep a refusal.
  const cached = first!.headers.filter(([name]) => name === 'cache-control').map(([, value]) => value);
  if (first!.status > 399) expect(cached, `line ${exchange.line}`).toEqual(['no-store']);
  const told = `line ${exchange.line}: ${exchange.method} ${exchange.target.slice(0, 200)}`;
  expect(faultsOf(asked, first!), `${told}, against the API description`).toEqual([]);
  for (const capture of exchange.captures) kept.set(capture.name, captured(capture, first!));
}

/** Sets the state of the sources in this process, and in the other processes if the state has changed. */
async function tellAll(is: typeof probed.is): Promise<void> {
  const isNews = JSON.stringify(is) !== JSON.stringify(probed.is);
  probed.is = is;
  if (isNews) await Promise.all(hosts.children.map((child) => child.tell(is)));
}

/** Returns a function that removes from an answer of `host` what may differ between hosts. */
function comparedAs(host: string): (given: Given) => Given {
  const own = withoutOwn(host);
  if (own) return own;
  return hosts.children.some(({ name }) => name === host) ? decoded : (given) => given;
}

/** Removes the request id, which differs on every host, and makes the body readable. */
const readable = ({ headers, body, ...given }: Given) => ({
  ...given,
  headers: headers.filter(([name]) => name !== 'x-request-id'),
  body: body.toString('latin1'),
});
