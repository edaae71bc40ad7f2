// Runs the pull program, a single file, in a process without the rest of the project.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bundlePull } from '../../../../generator/documents/bundle-pull.ts';

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface PullProcess {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** Writes the program as `pull.mjs` into `folder`. */
export async function placeProgram(folder: string): Promise<void> {
  writeFileSync(join(folder, 'pull.mjs'), await bundlePull());
}

/** Starts the program in `folder` with these arguments. */
export function startPull(folder: string, words: readonly string[], env: Record<string, string> = {}): PullProcess {
  const child = spawn(process.execPath, ['pull.mjs', ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, err })) };
}
