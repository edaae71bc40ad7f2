// Tests that requests whose body has not arrived yet do not count against the limit on simultaneous requests.
import { expect, test } from 'vitest';
import { signedIn } from '../../../../functions/account/signed-in.ts';
import { createAllowance } from '../../../../functions/ports/allowance.ts';
import type { Ports } from '../../../../functions/ports/ports.ts';
import type { Answer, Ask } from '../../../../functions/request/answer.ts';

const fine: Answer = { status: 200, headers: [], body: undefined };
let caller = 0;
const accounts = {
  identity: async () => ({ did: `did:example:${caller++}` }),
  allowance: createAllowance(undefined, () => 0),
};
const ports = { accounts } as unknown as Ports;
const ask = (method: string) => ({ method, authorization: () => undefined }) as unknown as Ask;

test('a thousand callers who never send their bodies leave room for the next caller', async () => {
  for (let at = 0; at < 1000; at++) {
    void signedIn(
      { ask: ask('POST'), ports },
      async () => fine,
      () => new Promise(() => {}),
    );
    // Pauses from time to time, so that the hub can check identities.
    if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  expect(await signedIn({ ask: ask('GET'), ports }, async () => fine)).toBe(fine);
});
