// What the API description shows of accounts: what is sent, and how an account looks that did all of it.
import type { Exhibit, Shown } from '../../src/openapi/exhibit.ts';

const json = (value: unknown, summary?: string): Record<string, Shown> => ({
  'application/json': { value, ...(summary === undefined ? {} : { summary }) },
});

/** An address from the text of EIP-55, whose mixed case is right. */
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Bodies of requests; `model` is the id of a model. */
export function accountRequests(model: string): Exhibit['requests'] {
  return {
    'account PATCH': json({ wallet: WALLET }, 'Record an address'),
    saved: json({ model }, 'A model'),
    modelRequest: json({ model }, 'A model'),
    publisherRequest: json({ note: 'We would like to publish the models of our lab.' }, 'With a note'),
  };
}

/** Answers to them, on the day of `snapshot`. */
export function accountAnswers(model: string, snapshot: string): Exhibit['answers'] {
  const created = new Date(Date.parse(snapshot) || 0).toISOString();
  const account = { did: 'did:example:alice', created, wallet: null, saved: [model], requests: 0 };
  return {
    accountHealth: json({ ok: true, configured: true }, 'Where one can sign in'),
    account: json(account, 'An account with one saved model'),
    'account PATCH': json({ ...account, wallet: WALLET }, 'With the address'),
    saved: json({ saved: [model] }, 'With the model on it'),
    savedModel: json({ saved: [] }, 'Without the model'),
    modelRequest: json({ ...account, requests: 1 }, 'With the request counted'),
    publisherRequest: json({ recorded: true }),
  };
}
