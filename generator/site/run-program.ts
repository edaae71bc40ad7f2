// Runs a program in a child process, so that its memory is free afterwards and its global state does no harm.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { Failure } from '../process/failure.ts';

export interface Program {
  /** The path of the module that Node runs, and its arguments. */
  module: string;
  words: string[];
  /** The working folder. */
  folder: string;
  /** Variables to add to the environment of this process. */
  env: Record<string, string>;
}

/** The maximum length in characters of a failed program's output in a message. */
const SHOWN = 2000;

/**
 * Resolves if the program exits with 0. Otherwise throws a Failure. Its message begins with `failed`, such as "The
 * website could not be built", and then has the end of the program's output. Its cause has all the output.
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
