// Plays every contract script on every host. Each promise must hold, and all hosts must give the same answer.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { runtimesMissing } from '../clients/runtimes.ts';
import { service, treeText } from '../fixtures/hub.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { nginxMissing } from '../fixtures/nginx.ts';
import { workerMissing } from '../fixtures/worker.ts';
import { type Describer, describer } from './described.ts';
import { factOf } from './facts.ts';
import { Hosts } from './hosts.ts';
import { captured, fill, judge } from './judge.ts';
import { refusedByNginx, withoutOwn } from './nginx-answers.ts';
import { decoded } from './other-runtimes.ts';
import type { Asked, Given } from './players.ts';
import { probed } from './ports.ts';
import { type Exchange, type Promised, parseScript } from './script.ts';

/** Hosts that a machine may lack, each with the reason why this machine can't run it; undefined if it can. */
const needed = {
  ...{ nginx: nginxMissing(), workerd: workerMissing },
  ...{ deno: runtimesMissing('deno'), bun: runtimesMissing('bun') },
};

const scripts = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.http'))
  .map((file) => ({ file, promises: parseScript(readFileSync(join(import.meta.dirname, file), 'utf8')) }));

let hosts: Hosts;
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

  test('every title in the list of requests that nginx refuses is the title of a test', () => {
    const titles = new Set(scripts.flatMap(({ promises }) => promises.map(({ title }) => title)));
    expect([...refusedByNginx].filter((title) => !titles.has(title))).toEqual([]);
  });
});

describe('on every other host', inAll(), () => {
  beforeAll(() => hosts.startElsewhere());

  for (const [host, missing] of Object.entries(needed))
    test(`the scripts are played on ${host}`, needs(missing), () => {
      expect(Object.keys(hosts.players)).toContain(host);
    });

  playAll(({ only }) => only === undefined);
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
    const isPlayed = only === undefined ? !(host === 'nginx' && refusedByNginx.has(title)) : only === host;
    const given = isPlayed ? await player(asked) : undefined;
    if (!given) continue;
    if (host !== 'nginx')
      expect(
        given.headers.map(([name]) => name),
        host,
      ).toContain('x-request-id');
    const compared = comparedAs(host);
    if (first)
      expect(readable(compared(given)), `${host} differs at line ${exchange.line}`).toEqual(readable(compared(first)));
    first ??= given;
  }
  judge(exchange, first!, scope);
  // No cache may keep a refusal, whether the hub or nginx sends it.
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
  if (host === 'nginx') return withoutOwn;
  return hosts.children.some(({ name }) => name === host) ? decoded : (given) => given;
}

/** Removes the request id, which differs on every host, and makes the body readable. */
const readable = ({ headers, body, ...given }: Given) => ({
  ...given,
  headers: headers.filter(([name]) => name !== 'x-request-id'),
  body: body.toString('latin1'),
});
