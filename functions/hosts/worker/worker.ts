// Runs the hub as a Cloudflare Worker: `fetch` answers requests, and `scheduled` probes the sources by a cron trigger.

import { env } from 'cloudflare:workers';
import { render } from 'model-hub-website';
import serviceText from '../../../content/service.yaml';
import packageText from '../../../package.json' with { type: 'json' };
import { lazyValue } from '../../../src/basics/remembered.ts';
import { logged, logLine } from '../../rim/access-log.ts';
import { toFetch } from '../../rim/fetch-hub.ts';
import { asSent, openWorkerHub, type WorkerHub } from './worker-hub.ts';

/** The hub of this isolate. */
const opened = lazyValue<WorkerHub & { ask: (request: Request) => Promise<Response> }>(async () => {
  const hub = await openWorkerHub(env, { pages: { render }, serviceText, version: packageText.version });
  const log = { note: (...entry: Parameters<typeof logLine>) => console.log(logLine(...entry)), flush() {} };
  return { ...hub, ask: toFetch(logged(hub.hub, log)) };
});

// The hub opens while the isolate starts, so that the first request need not wait. If opening fails, the first request
// gets the error.
opened.get().catch(() => {});

const NEVER_KEPT = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' };

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      const { ask, look } = await opened.get();
      await look();
      return await ask(asSent(request));
    } catch (error) {
      // The deployment is misconfigured. The operator finds the reason in the log.
      console.error(`The hub can't be opened: ${(error as Error).message}`);
      return new Response('The service is not set up; its log says why.\n', { status: 500, headers: NEVER_KEPT });
    }
  },
  async scheduled(): Promise<void> {
    await (await opened.get()).probe();
  },
};
