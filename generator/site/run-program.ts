// Runs a program of a package in a child process. Its memory and its state disappear with the process.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { Failure } from '../process/failure.ts';

export interface Program {
  /** The path of the module to run with this Node, and its arguments. */
  module: string;
  words: string[];
  /** The working folder. */
  folder: string;
  /** Variables to add to our environment. */
  env: Record<string, string>;
}

/** The maximum length in characters of a failed program's output in a message. */
const SHOWN = 2000;

/**
 * Resolves when the program exits with 0. Otherwise throws a Failure whose sentence begins with `failed`, such as "The
 * website could not be built", and ends with the end of the program's output. The cause of the Failure has all the
 * output.
 */
export async function runProgram({ module, words, folder, env }: Program, failed: string): Promise<void> {
  const child = spawn(process.execPath, [module, ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Failure(`${failed}:\n${said.trim().slice(-SHOWN)}`, { cause: new Error(said) });
}
