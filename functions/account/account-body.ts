// The bodies that account routes take: bounded before they are read as JSON, and checked member by member.
import { LazyValue } from '../../src/basics/lazy-value.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { SignInAnswer } from '../../src/shapes/account.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import type { Ask } from '../request/answer.ts';
import { parseStrictObject } from './strict-json.ts';
import { isWalletAddress } from './wallet-address.ts';

const MAX_BODY = 65_536;
/** The most characters of a note. */
const MAX_NOTE = 2000;

type Body = Readonly<Record<string, unknown>>;

/**
 * The id in `{"model": "owner/name"}`. It need not be indexed, but a model must be able to have it: `datasets/squad` is
 * a path of the public hub.
 */
export function readModel(ask: Ask): Promise<{ model: string } | Refusal> {
  const read = ({ model }: Body) => (typeof model === 'string' && isModelId(model) ? { model } : undefined);
  return readBody(ask, 'send {"model": "owner/name"}', read);
}

function isModelId(text: string): boolean {
  const id = parseModelId(text);
  return id !== undefined && !reservedOwners.has(id.owner);
}

/** The address in `{"wallet": "0x…"}`; null clears it. */
export function readWallet(ask: Ask): Promise<{ wallet: string | null } | Refusal> {
  const fix =
    'send {"wallet": "0x..."} with 40 hex digits, where mixed case is a checksum (EIP-55), or {"wallet": null}';
  return readBody(ask, fix, async ({ wallet }) =>
    wallet === null || (typeof wallet === 'string' && (await isWalletAddress(wallet))) ? { wallet } : undefined,
  );
}

/** Reads the note in `{"note": "…"}`. Gives null when the body has no note, or is empty. */
export function readNote(ask: Ask): Promise<{ note: string | null } | Refusal> {
  const fix = `send {"note": "..."} with at most ${MAX_NOTE} characters and no NUL among them, or {}`;
  return readBody(ask, fix, ({ note = null }) => (note === null || isNote(note) ? { note } : undefined));
}

/** PostgreSQL stores no NUL, and both databases refuse half of a surrogate pair. */
function isNote(note: unknown): note is string {
  return typeof note === 'string' && note.isWellFormed() && !note.includes('\0') && [...note].length <= MAX_NOTE;
}

/** Reads the parameters with which a browser came back from the identity provider. */
export function readSignIn(ask: Ask): Promise<SignInAnswer | Refusal> {
  const fix = 'send {"returned": "code=...", "state": "...", "nonce": "...", "verifier": "..."}';
  return readBody(ask, fix, async (body) =>
    (await signInCheck.get()).Check(body) ? (body as SignInAnswer) : undefined,
  );
}

/** Loads the schema library only here: nothing else that runs at the start needs it. */
const signInCheck = new LazyValue(async () => {
  const [{ Compile }, shapes] = await Promise.all([import('typebox/schema'), import('../../src/shapes/account.ts')]);
  return Compile(shapes.SignInAnswer);
});

/**
 * Parses the body and hands its object to `read`. Refuses a body that is too large, is no JSON object, or fails the check
 * of `read`.
 */
async function readBody<T extends object>(
  ask: Ask,
  fix: string,
  read: (body: Body) => T | undefined | Promise<T | undefined>,
): Promise<T | Refusal> {
  const bytes = await ask.body(MAX_BODY);
  if (!bytes) return refuse('TooLarge', { limit: MAX_BODY });
  const body = bytes.length === 0 ? {} : parseStrictObject(bytes);
  return (body && (await read(body))) ?? refuse('BadBody', { fix });
}
