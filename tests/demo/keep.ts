/**
 * The command `npm run demo -- --keep`: serves a hub over three sources with switches, until it gets a signal to
 * end.
 */
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.ts';
import { type DemoHub, startDemoHub } from './demo-hub.ts';
import type { ShellLine } from './switch-page.ts';
import { WatchedDemo } from './switch-view.ts';
import { serveSwitches } from './switchboard.ts';

/** Serves until SIGINT or SIGTERM, then removes all files. */
export async function keepDemo(report: (sentence: string) => void): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  const port = await freePort();
  const notice = { text: 'This is a demo: break a source, and watch the hub', url: `http://127.0.0.1:${port}/` };
  const hub = await startDemoHub({ probe: '1', probeLimit: 2, isDeep: true, notice, report });
  const demo = new WatchedDemo(hub);
  const lines = await linesFor(hub);
  const board = await serveSwitches(demo, lines, port);
  console.log(`\nThe hub:      ${hub.base}/\nThe switches: ${board.base}/`);
  for (const { does, line } of lines) console.log(`${does}:\n  ${line}`);
  console.log('Ctrl+C ends it, and removes its files.');
  await ended;
  demo.close();
  await board.close();
  report(`the service exited with ${await hub.close()}`);
}

async function linesFor(hub: DemoHub): Promise<ShellLine[]> {
  const { id } = hub.sources.deep!.model;
  const folder = join(await hub.folder(), 'model');
  const file = `${hub.base}/${id}/resolve/main/model.safetensors`;
  return [
    { does: 'Download from all sources at once', line: `npm run hub -- pull --hub ${hub.base} ${id} --to ${folder}` },
    { does: 'The next time, begin anew', line: `rm -r ${folder}` },
    { does: 'See where the hub leads', line: `curl -sI ${file}` },
  ];
}
