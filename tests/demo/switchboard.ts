// Serves the page of the demo's switches on loopback. The page has a server of its own, because a hub has no switches.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { own } from '../../src/basics/records.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';
import { type ShellLine, switchPage } from './switch-page.ts';
import { FAULTS, type WatchedDemo } from './switch-view.ts';

/** The largest size of a posted form in bytes. */
const MOST_FORM = 1024;

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const styles = ['tokens', 'base', 'layout', 'parts'].map((name) => `../../src/styles/${name}.css`);
const files: Readonly<Record<string, Answer>> = {
  '/switches.css': found('text/css', [...styles, 'switches.css'].map(read).join('\n')),
  '/switches.js': found('text/javascript', read('switches.js')),
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Serves the switches of a demo at this port. The page also shows the shell commands in `lines`. */
export function serveSwitches(demo: WatchedDemo, lines: readonly ShellLine[], port: number): Promise<LoopbackServer> {
  return servedBy((request, response) => {
    void answerTo(request, demo, lines)
      .catch((error: unknown) => refused(500, String(error)))
      .then(({ status, headers, body }) =>
        response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body),
      );
  }, port);
}

async function answerTo(request: IncomingMessage, demo: WatchedDemo, lines: readonly ShellLine[]): Promise<Answer> {
  const { method, url = '', headers, socket } = request;
  const host = `127.0.0.1:${socket.localPort}`;
  const origin = `http://${host}`;
  // Pages of other sites must not send forms to this server, nor reach it under another host name (DNS rebinding).
  if (headers.host !== host || (headers.origin ?? origin) !== origin)
    return refused(403, `Only the page at ${origin}/ turns these switches.`);
  if (method === 'POST' && url === '/') return turned(request, demo);
  if (method !== 'GET' && method !== 'HEAD') return refused(405, 'Read with GET; turn a switch by a POST to /.');
  if (url === '/') return found('text/html', switchPage(await demo.view(), lines));
  return own(files, url) ?? refused(404, `The switches are at ${origin}/.`);
}

async function turned(request: IncomingMessage, demo: WatchedDemo): Promise<Answer> {
  if (!(Number(request.headers['content-length']) <= MOST_FORM))
    return refused(413, `A form has at most ${MOST_FORM} bytes, and says how many.`);
  const form = new URLSearchParams(await text(request));
  const fault = FAULTS.find((one) => form.has(one));
  const isOn = fault && own({ on: true, off: false }, form.get(fault)!);
  const turning = fault && isOn !== undefined ? demo.set(form.get('source') ?? '', fault, isOn) : undefined;
  if (!turning) return refused(400, 'Name a source, and one of its switches as on or off: source=srca&stop=on.');
  await turning;
  return { status: 303, headers: { Location: '/' }, body: '' };
}

function found(type: string, body: string): Answer {
  return { status: 200, headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' }, body };
}

function refused(status: number, sentence: string): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${sentence}\n` };
}
