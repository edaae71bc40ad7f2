// The hub as a Cloudflare Worker: requests by `fetch`, probes by a cron trigger.

import { waitUntil } from 'cloudflare:workers';
import { render } from 'model-hub-website';
import serviceText from '../../../content/service.yaml';
import packageText from '../../../package.json' with { type: 'json' };
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import { logLine } from '../node/access-log.ts';
import { logged } from '../web/logged-hub.ts';
import { toFetch } from '../web/web.ts';
import type { WorkerBindings } from './bindings.ts';
import { openWorkerHub, type WorkerHub } from './worker-hub.ts';
import { asSent } from './worker-request.ts';

let opened: LazyValue<WorkerHub & { ask: (request: Request) => Promise<Response> }> | undefined;

/** The hub of this isolate: opened by its first request, since what is bound comes with that. */
function hubOf(bindings: WorkerBindings) {
  opened ??= new LazyValue(async () => {
    const pages = { render };
    const hub = await openWorkerHub(bindings, { pages, serviceText, version: packageText.version });
    const log = { note: (...told: Parameters<typeof logLine>) => console.log(logLine(...told)), flush() {} };
    return { ...hub, ask: toFetch(logged(hub.hub, log)) };
  });
  return opened.get();
}

const NEVER_KEPT = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };

export default {
  async fetch(request: Request, bindings: WorkerBindings): Promise<Response> {
    try {
      const { ask, tree, look } = await hubOf(bindings);
      await Promise.all([tree.look(waitUntil), look()]);
      return await ask(asSent(request));
    } catch (error) {
      // What is deployed can't be used: the sentence is for the operator.
      console.error(`The hub can't be opened: ${(error as Error).message}`);
      return new Response('The service is not set up; its log says why.\n', { status: 500, headers: NEVER_KEPT });
    }
  },
  async scheduled(_: unknown, bindings: WorkerBindings): Promise<void> {
    await (await hubOf(bindings)).probe();
  },
};
