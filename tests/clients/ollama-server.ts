/** Starts a real `ollama serve` on a free port, with its own model folder and home. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../fixtures/free-port.ts';
import { type Finished, run } from './client-process.ts';

export interface OllamaServer {
  /** The server's folder of blobs, whose names are `sha256-` and the hash. */
  readonly blobs: string;
  /** Runs a command of Ollama's command line against this server. */
  command(...words: string[]): Promise<Finished>;
  stop(): Promise<void>;
}

/** Starts the server, which writes only beneath `folder`, and waits at most 30 seconds until it answers. */
export async function startOllama(program: string, folder: string): Promise<OllamaServer> {
  const environment = {
    HOME: folder,
    OLLAMA_HOST: `127.0.0.1:${await freePort()}`,
    OLLAMA_MODELS: join(folder, 'models'),
    NO_PROXY: '127.0.0.1,localhost',
  };
  const child = spawn(program, ['serve'], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  const gone = once(child, 'close');
  const server: OllamaServer = {
    blobs: join(environment.OLLAMA_MODELS, 'blobs'),
    command: (...words) => run(program, words, { folder, environment }),
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const answered = await fetch(`http://${environment.OLLAMA_HOST}/api/version`).catch(() => undefined);
    if (answered?.ok) return server;
    await wait(100);
  }
  await server.stop();
  throw new Error('ollama serve did not come up');
}
