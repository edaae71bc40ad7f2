// Tests in a process of its own that the first signal stops the work, and that a second one, of either kind, ends the
// process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';

const module = join(import.meta.dirname, '../../../../generator/process/stoppable.ts');
/** Work that says when it has begun and when it was asked to stop, and then never ends. */
const work = `
  const { stoppable } = await import(${JSON.stringify(module)});
  await stoppable((signal) => new Promise(() => {
    signal.addEventListener('abort', () => console.log('asked'));
    setInterval(() => {}, 1000);
    console.log('begun');
  }));`;

test.each([['SIGINT', 'SIGTERM']] as const)(
  'after %s the work may end by itself, and %s ends the process',
  async (first, second) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', work], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
    expect(await said()).toBe('begun');
    child.kill(first);
    expect(await said()).toBe('asked');
    const ended = once(child, 'exit');
    child.kill(second);
    expect(await ended).toEqual([null, second]);
  },
);
