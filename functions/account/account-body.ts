// Reads the bodies of account requests. The size of a body is checked before the body is parsed as JSON; then each
// member is checked.
import { lazyValue } from '../../src/basics/remembered.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { SignInAnswer } from '../../src/shapes/account.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import type { Ask } from '../request/answer.ts';
import { parseStrictObject } from './strict-json.ts';

const MAX_BODY = 65_536;
const JSON_TYPE = 'application/json';
/** The maximum number of characters that a note may have. */
const MAX_NOTE = 2000;

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the model id in `{"model": "owner/name"}`. The index need not have the model, but the id must be one that a
 * model can have. For example, `datasets/squad` is refused, because the public hub has data sets at such paths.
 */
export function readModel(ask: Ask): Promise<{ model: string } | Refusal> {
  const read = ({ model }: Body) => (typeof model === 'string' && isModelId(model) ? { model } : undefined);
  return readBody(ask, 'send {"model": "owner/name"}', read);
}

function isModelId(text: string): boolean {
  const id = parseModelId(text);
  return id !== undefined && !reservedOwners.has(id.owner);
}

/** Reads the wallet address in `{"wallet": "0x…"}`. Null clears the stored address. */
export function readWallet(ask: Ask): Promise<{ wallet: string | null } | Refusal> {
  const fix =
    'send {"wallet": "0x..."} with 40 hex digits, where mixed case is a checksum (EIP-55), or {"wallet": null}';
  return readBody(ask, fix, async ({ wallet }) =>
    wallet === null || (typeof wallet === 'string' && (await isWalletAddress(wallet))) ? { wallet } : undefined,
  );
}

/** Reads the note in `{"note": "…"}`. Returns null as the note if the body is empty or has no note. */
export function readNote(ask: Ask): Promise<{ note: string | null } | Refusal> {
  const fix = `send {"note": "..."} with at most ${MAX_NOTE} characters and no NUL among them, or {}`;
  return readBody(ask, fix, ({ note = null }) => (note === null || isNote(note) ? { note } : undefined));
}

/**
 * True for a text of allowed length that both databases can store: PostgreSQL takes no NUL, and neither PostgreSQL nor
 * SQLite takes half of a surrogate pair.
 */
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

/**
 * Checks a sign-in answer. The schema library is loaded at the first sign-in, because the hub starts faster without it.
 */
const signInCheck = lazyValue(async () => {
  const [{ Compile }, shapes] = await Promise.all([import('typebox/schema'), import('../../src/shapes/account.ts')]);
  return Compile(shapes.SignInAnswer);
});

/**
 * Parses the body as a JSON object and passes the object to `read`. Refuses a body that is too large or no JSON object,
 * or for which `read` returns undefined. The refusal contains `fix`, which says what to send.
 */
async function readBody<T extends object>(
  ask: Ask,
  fix: string,
  read: (body: Body) => T | undefined | Promise<T | undefined>,
): Promise<T | Refusal> {
  const bytes = await ask.body(MAX_BODY);
  if (!bytes) return refuse('TooLarge', { limit: MAX_BODY });
  const [type = ''] = (ask.header('content-type') ?? JSON_TYPE).split(';');
  if (bytes.length > 0 && type.trim().toLowerCase() !== JSON_TYPE)
    return refuse('UnsupportedMediaType', { wanted: JSON_TYPE });
  const body = bytes.length === 0 ? {} : parseStrictObject(bytes);
  return (body && (await read(body))) ?? refuse('BadBody', { fix });
}

/**
 * True if `text` is a wallet address as people write it: `0x` and 40 hex digits, all of them in one case, or in the mixed
 * case that the checksum demands (EIP-55).
 */
async function isWalletAddress(text: string): Promise<boolean> {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (digits === undefined) return false;
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const [{ keccak_256 }, { bytesToHex, utf8ToBytes }] = await Promise.all([
    import('@noble/hashes/sha3.js'),
    import('@noble/hashes/utils.js'),
  ]);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())));
  return [...digits].every((digit, at) => {
    const capital = Number.parseInt(hash[at]!, 16) >= 8;
    return digit === (capital ? digit.toUpperCase() : digit.toLowerCase());
  });
}
