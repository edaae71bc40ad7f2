// Finds files by one hash, or by up to a hundred hashes at a time.
import { isSha256 } from '../../../src/nouns/sha256.ts';
import type { KnownHashes } from '../../../src/shapes/tree.ts';
import { type Refusal, refuse, refuseParameter } from '../../../src/table/refusals.ts';
import { routes } from '../../../src/table/routes.ts';
import { builtAnswer } from '../../answers/built-answer.ts';
import { compressedText } from '../../answers/compressed-text.ts';
import type { Handler } from '../../ports/handler.ts';
import { knownHash } from './known-hash.ts';

/** The maximum number of files that are listed for a single hash, and for each of several hashes. */
const [MOST, MOST_AMONG_OTHERS] = [50, 5];
const MOST_HASHES = 100;

/** The part of a refusal that says how to write a hash. */
export const HASH_SPELLING = 'write a SHA-256 as 64 hex digits';

/** Answers `GET /api/hub/by-hash/{sha256}`. */
export const byHash: Handler<'byHash'> = async ({ ask, params, ports, tree }) => {
  // Some tools print hashes in upper case.
  const sha256 = params.sha256.toLowerCase();
  if (!isSha256(sha256)) return refuseParameter('sha256', HASH_SPELLING);
  const known = await knownHash(tree, ports, sha256, MOST);
  if (known.total === 0) return refuse('HashNotFound', { sha256 });
  return builtAnswer(ask, routes.byHash, compressedText(JSON.stringify(known), ports.compress));
};

/** Answers `GET /api/hub/by-hash?sha256=a,b,…` in the order of the query. An unknown hash is listed without files. */
export const byHashes: Handler<'byHashes'> = async ({ ask, query, ports, tree }) => {
  const asked = readHashes(new URLSearchParams(query));
  if (!Array.isArray(asked)) return asked;
  const hashes: KnownHashes['hashes'] = [];
  for (const sha256 of asked) hashes.push(await knownHash(tree, ports, sha256, MOST_AMONG_OTHERS));
  const answer: KnownHashes = { hashes };
  return builtAnswer(ask, routes.byHashes, compressedText(JSON.stringify(answer), ports.compress));
};

/**
 * Reads the hashes of the query, each once. Returns a refusal if there are none or too many, or if one is malformed.
 */
function readHashes(params: URLSearchParams): string[] | Refusal {
  const hashes = [...new Set(params.getAll('sha256').flatMap((value) => value.toLowerCase().split(',')))];
  if (hashes.length === 0) return refuseParameter('sha256', `${HASH_SPELLING}, or several with commas`);
  if (hashes.length > MOST_HASHES) return refuseParameter('sha256', `ask for at most ${MOST_HASHES} at a time`);
  const other = hashes.find((hash) => !isSha256(hash));
  if (other === undefined) return hashes;
  const fix = `${HASH_SPELLING}; ${JSON.stringify(other.slice(0, 80))} is none`;
  return refuseParameter('sha256', fix);
}
