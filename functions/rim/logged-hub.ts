// Wraps a hub so that it logs its answers, for hosts that do not see when an answer is sent.
import { andThen } from '../../src/basics/awaitable.ts';
import type { Hub } from '../hub/hub.ts';
import type { AccessLog } from './access-log.ts';

/** Wraps `hub` so that `log` records each answer, with the milliseconds that it took. */
export function logged(hub: Hub, log: AccessLog): Hub {
  return (ask) => {
    const begun = performance.now();
    return andThen(hub(ask), (answer) => {
      log.note(ask.method, ask.target, answer, performance.now() - begun);
      return answer;
    });
  };
}
