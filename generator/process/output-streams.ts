// Handles output that nobody takes: a reader that has gone away, a disk that takes no more.
import process from 'node:process';
import { systemSentence } from './failure.ts';

/**
 * Keeps a command at work when its output can't be written, which would otherwise end it in the middle. Standard
 * output is the command's result, so losing it makes the command fail, with the reason on standard error if possible;
 * a reader that went away (`| head`) has had enough.
 */
export function outliveOutput({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process): void {
  // Progress and complaints: with nobody to tell, the exit code has to do.
  stderr.on('error', () => {});
  let told = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (told || error.code === 'EPIPE') return;
    told = true;
    process.exitCode = 1;
    stderr.write(`model-hub: ${systemSentence(error, 'standard output') ?? error.message}\n`);
  });
}
