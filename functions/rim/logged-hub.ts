// A hub that logs its answers, for hosts that do not see answers being sent.
import { andThen } from '../../src/basics/awaitable.ts';
import type { Hub } from '../hub/hub.ts';
import type { AccessLog } from './access-log.ts';

/** Wraps `hub`, and notes each answer in `log` with its milliseconds. */
export function logged(hub: Hub, log: AccessLog): Hub {
  return (ask) => {
    const begun = performance.now();
    return andThen(hub(ask), (answer) => {
      log.note(ask.method, ask.target, answer, performance.now() - begun);
      return answer;
    });
  };
}
