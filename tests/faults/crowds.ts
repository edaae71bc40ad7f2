// Starts a crowd of hostile clients in a process, reads its state, and ends it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { compileCache } from '../fixtures/compile-cache.ts';
import type { CrowdOrders, CrowdSeen } from './crowd.ts';

export interface Crowd {
  seen(): Promise<CrowdSeen>;
  end(): Promise<void>;
}

/** Starts a crowd with the given orders. */
export function sendCrowd(orders: CrowdOrders): Crowd {
  const child = fork(join(import.meta.dirname, 'crowd.ts'), [], {
    env: { ...process.env, ...compileCache },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(orders);
  const gone = once(child, 'exit');
  return {
    async seen() {
      child.send('how many');
      return (await once(child, 'message'))[0] as CrowdSeen;
    },
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
