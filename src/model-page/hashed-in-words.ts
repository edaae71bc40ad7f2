// Says where the hashes of a model come from, for its page and its Markdown.
import { counted } from '../model/figures.ts';
import type { HashedCounts } from '../nouns/hashed.ts';

/** Says how many files were hashed for this index, and for how many files a source declares the hash. */
export function hashedInWords({ read, declared }: HashedCounts): string {
  const sentences = [
    ...(read > 0 ? [`${counted(read, 'file')} ${read === 1 ? 'was' : 'were'} read and hashed for this index.`] : []),
    ...(declared > 0 ? [`A source declares the hash of ${counted(declared, 'file')}.`] : []),
  ];
  return sentences.join(' ');
}
