// A module that is preloaded into a hub. One signal makes the hub open as many files as it may open; another signal
// closes them.
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';

const held: number[] = [];
process.on('SIGUSR2', () => {
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch (error) {
    process.stderr.write(`spent: ${(error as NodeJS.ErrnoException).code}\n`);
  }
});
process.on('SIGWINCH', () => {
  for (const fd of held.splice(0)) closeSync(fd);
  process.stderr.write('let go\n');
});
