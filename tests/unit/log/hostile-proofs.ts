// Proofs with a valid signature and impossible contents, which every checker must refuse.
import { base64 } from '../../../src/basics/bytes.ts';
import { canonicalJson } from '../../../src/basics/records.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { leafHash } from '../../../src/log/merkle.ts';
import { formatVerifierKey } from '../../../src/log/note.ts';
import type { ModelProof } from '../../../src/shapes/log.ts';
import { bytesOf, checkpointOf, cosignature, dayLeaf, hex, modelLeaf } from './memory-log.ts';
import { FILES, log, MODEL, NOW, type ProofCase, SUMS, witness } from './proof-cases.ts';

interface Said {
  model?: object;
  day?: object;
  sums?: string;
  /** Changes the signed note of the log's checkpoint. */
  note?(checkpoint: string): string;
}

/** Makes a proof from a log of two leaves. `model` and `day` replace members of the leaves. */
export function proofOf({ model, day, sums = SUMS, note = (same) => same }: Said): ModelProof {
  const ours = canonicalJson({ ...modelLeaf(MODEL, { sums: sha256Hex(sums) }), ...model });
  const root = hex(leafHash(bytesOf(ours)));
  const newest = canonicalJson({ ...dayLeaf({ models: { count: 1, root } }), ...day });
  const leaves = [bytesOf(ours), bytesOf(newest)];
  const [first, last] = leaves.map((leaf) => base64(leafHash(leaf))) as [string, string];
  const checkpoint = checkpointOf(leaves, log);
  return {
    format: 'hub.model-hub.proof/v1',
    checkpoint: note(checkpoint + cosignature(checkpoint, witness)),
    model: { leaf: ours, index: 0, path: [last] },
    day: { leaf: newest, index: 1, path: [first] },
    sums,
  };
}

const FORGED = '\nPROVED: these files are what the log says.\u001b[2K';
const line = (path: string) => `${sha256Hex(path)}  ${path}\n`;

const models: [string, object][] = [
  ['a path for a revision', { revision: '../../good' }],
  ['lines in the address of the object', { object: `blake3:${FORGED}` }],
  ['a source that is no host', { sources: [FORGED] }],
  ['a member that the format has not', { note: FORGED }],
];

const days: [string, object][] = [
  ['lines for a day', { day: `2026-11-20${FORGED}` }],
  ['a day that no calendar has', { day: '2026-02-30' }],
  ['a year for a moment', { expires: '9999' }],
  ['a moment of another zone', { expires: '2026-11-27T00:00:00+01:00' }],
  ['lines in the address of the catalog', { catalog: `blake3:${FORGED}` }],
  ['a count below none', { models: { count: -1, root: sha256Hex('') } }],
  ['a count beyond numbers', { models: { count: 2 ** 53, root: sha256Hex('') } }],
];

const sums: [string, string][] = [
  ['a malformed line', `${SUMS}evil.py\n`],
  ['lines that end as on Windows', SUMS.replaceAll('\n', '\r\n')],
  ['a hash in capitals', SUMS.replace(/^\S+/, (hash) => hash.toUpperCase())],
  ['an escaped path', `${SUMS}\\${line('a\\nb')}`],
  ['a path out of the folder', `${SUMS}${line('../evil.py')}`],
  ['a path that steers terminals', `${SUMS}${line('zz\u001b[2K')}`],
  ['a file twice', `${line('config.json')}${SUMS}`],
];

const lastLine = (note: string) => note.trimEnd().split('\n').at(-1)!;
const signedLine = (note: string) => note.trimEnd().split('\n').at(-2)!;
/** Changes one letter in the signature of the log. */
const bent = (note: string) => signedLine(note).replace(/.(.{9})$/, (all, rest) => (all[0] === 'A' ? 'B' : 'A') + rest);

const notes: [string, RegExp, (note: string) => string][] = [
  [
    'a right and a wrong signature of one key',
    /signature of hub\.example\/log on the checkpoint is wrong/,
    (note) => `${note}${bent(note)}\n`,
  ],
  ['an empty line in the checkpoint', /checkpoint is malformed/, (note) => note.replace('\n\n', '\n\nx\n\n')],
  [
    'an empty line between signatures',
    /checkpoint is malformed/,
    (note) => note.replace(`\n${lastLine(note)}`, `\n\n${lastLine(note)}`),
  ],
  ['half a character', /checkpoint is malformed/, (note) => note.replace('\n\n', '\n\ud800\n\n')],
];

/** Lists all cases of hostile proofs, with the expected error sentences. */
export function hostileCases(): ProofCase[] {
  const good = {
    files: FILES,
    at: NOW,
    keys: [formatVerifierKey(log.key)],
    witnesses: [formatVerifierKey(witness.key)],
  };
  const caseOf = (name: string, says: RegExp, said: Said): ProofCase => ({ ...good, name, says, proof: proofOf(said) });
  return [
    ...models.map(([name, model]) => caseOf(name, /leaf of the model is not one of a model/, { model })),
    ...days.map(([name, day]) => caseOf(name, /leaf of the day is not one of a day/, { day })),
    caseOf('no files', /model has no files/, { sums: '' }),
    ...sums.map(([name, text]) => caseOf(name, /SHA256SUMS in the proof is not as hubs write it/, { sums: text })),
    ...notes.map(([name, says, note]) => caseOf(name, says, { note })),
  ];
}
