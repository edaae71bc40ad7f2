// Tests the limit on simultaneous requests for accounts. Requests whose body has not arrived yet do not count.
import { expect, test } from 'vitest';
import { signedIn, signedInWith } from '../../../../functions/account/signed-in.ts';
import { Allowance } from '../../../../functions/ports/allowance.ts';
import type { Ports } from '../../../../functions/ports/ports.ts';
import type { Answer, Ask } from '../../../../functions/request/answer.ts';

const fine: Answer = { status: 200, headers: [], body: undefined };
let caller = 0;
const accounts = {
  identity: async () => ({ did: `did:example:${caller++}` }),
  allowance: new Allowance(() => 0),
};
const ports = { accounts } as unknown as Ports;
const ask = (method: string) => ({ method, authorization: () => undefined }) as unknown as Ask;

test('a thousand callers who never send their bodies leave room for the next caller', async () => {
  for (let at = 0; at < 1000; at++) {
    void signedInWith(
      ask('POST'),
      ports,
      () => new Promise(() => {}),
      async () => fine,
    );
    // Pauses from time to time, so that the hub can check identities.
    if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  expect(await signedIn(ask('GET'), ports, async () => fine)).toBe(fine);
});

test('a request gets 429 if too many requests wait for the store', async () => {
  const slow = () => new Promise<Answer>(() => {});
  for (let at = 0; at < 512; at++) void signedIn(ask('GET'), ports, slow);
  await new Promise((resolve) => setTimeout(resolve));
  expect(await signedIn(ask('GET'), ports, async () => fine)).toMatchObject({ status: 429 });
});
