// Says where the hashes of a model come from, for its page and its Markdown.
import { counted } from '../model/figures.ts';
import type { HashedCounts } from '../nouns/hashed.ts';

/** Writes one or two sentences about the counts of hashes. */
export function hashedInWords({ read, declared }: HashedCounts): string {
  const told = [
    ...(read > 0 ? [`${counted(read, 'file')} ${read === 1 ? 'was' : 'were'} read and hashed for this index.`] : []),
    ...(declared > 0 ? [`A source declares the hash of ${counted(declared, 'file')}.`] : []),
  ];
  return told.join(' ');
}
