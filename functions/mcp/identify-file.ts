// The tool `identify_file`: what the index knows of a hash.
import { MOST_PLACES } from '../../src/dialects/mcp/identify-file.ts';
import { isSha256 } from '../../src/nouns/sha256.ts';
import { refuse } from '../../src/table/refusals.ts';
import { HASH_SPELLING } from '../models/hashes/by-hash.ts';
import { knownHash } from '../models/hashes/known-hash.ts';
import { argumentText, type RunTool } from './tool-call.ts';

export const identifyFile: RunTool = async (call) => {
  // Tools print hashes in either case.
  const sha256 = argumentText(call, 'sha256')!.trim().toLowerCase();
  if (!isSha256(sha256)) return refuse('BadParameter', { name: 'sha256', fix: HASH_SPELLING });
  const known = await knownHash(call.tree, call.ports, sha256, MOST_PLACES);
  return known.total === 0 ? refuse('HashNotFound', { sha256 }) : known;
};
