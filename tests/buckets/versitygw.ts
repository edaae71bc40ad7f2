// Starts a real S3 server for tests and benches: versitygw over a temporary folder, on a free port, removed at the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { freePort } from '../fixtures/free-port.ts';
import { notHere } from '../fixtures/needs.ts';

const NAME = 'versitygw';
export const KEYS = { id: 'hub-tests', secret: 'hub-tests-secret' };

/** The program that `npm run install:clients` builds. */
const built = join(import.meta.dirname, '../../node_modules/.cache/model-hub-clients', NAME, NAME);

function program(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, NAME));
  return [built, ...onPath].find((path) => existsSync(path));
}

/** Says why this machine can't run versitygw; undefined if it can. */
export function versitygwMissing(): string | undefined {
  return program() === undefined ? notHere(NAME, '"npm run install:clients" builds it with Go') : undefined;
}

export interface VersityServer {
  url: string;
  /** The folder that has one folder for each bucket. */
  folder: string;
  /** Freezes the process and its connections until `wake`. */
  freeze(): void;
  wake(): void;
  stop(): Promise<void>;
}

/** Starts the server with an empty bucket of each name, over a folder for temporary files that `stop` removes. */
export async function startVersitygw(buckets: readonly string[]): Promise<VersityServer> {
  const root = mkdtempSync(join(tmpdir(), 'model-hub-s3-'));
  const folder = join(root, 'buckets');
  for (const bucket of buckets) mkdirSync(join(folder, bucket), { recursive: true });
  const port = await freePort();
  const words = ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, 'posix', folder];
  const env = { ...process.env, ROOT_ACCESS_KEY: KEYS.id, ROOT_SECRET_KEY: KEYS.secret };
  const server = spawn(program()!, words, { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await answers(url, server);
  return {
    url,
    folder,
    freeze: () => void server.kill('SIGSTOP'),
    wake: () => void server.kill('SIGCONT'),
    async stop() {
      const gone = server.signalCode === null && once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`versitygw ended with ${server.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
