// Makes one model with its files and its proof, and all kinds of faults in them, for the tests of every checker.
import { sha256Hex } from '../../../src/digests/sha.ts';
import { formatVerifierKey } from '../../../src/log/note.ts';
import { makeProof, newestDay } from '../../../src/log/proof/make-proof.ts';
import type { ModelProof } from '../../../src/shapes/log.ts';
import { cosignature, logOf, modelLeaf, ORIGIN, signer } from './memory-log.ts';

export const MODEL = 'acme/tiny-bert';
/** A time at which the proof is valid. */
export const NOW = '2026-11-21T00:00:00Z';

/** The files of the model. */
export const FILES: Readonly<Record<string, string>> = {
  '-': 'dash',
  'config.json': '{"hidden_size": 128}\n',
  'model.safetensors': 'weights of a tiny model',
  'onnx/model.onnx': 'the same as a graph',
};
const sumLine = ([path, text]: [string, string]) => `${sha256Hex(text)}  ${path === '-' ? './-' : path}\n`;
export const SUMS = Object.entries(FILES).map(sumLine).join('');

/** A case: the input of a checker, and the words that it must print. `says` is absent if everything is right. */
export interface ProofCase {
  name: string;
  says?: RegExp;
  proof: ModelProof;
  files: Readonly<Record<string, string>>;
  at: string;
  keys: string[];
  witnesses: string[];
}

export const log = signer(ORIGIN);
export const witness = signer('witness.example/w1', 'cosignature');
const others = Array.from({ length: 600 }, (_, at) => modelLeaf(`owner/model-${at}`));
const ours = modelLeaf(MODEL, { sums: sha256Hex(SUMS) });
const keyOf = (one: typeof log) => formatVerifierKey(one.key);

/** A log without any fault. */
export const goodLog = logOf([...others, ours], log);

async function proofIn({ read }: Pick<typeof goodLog, 'read'>, id = MODEL, sums = SUMS): Promise<ModelProof> {
  const proof = (await makeProof(read, (await newestDay(read))!, { id, sums }))!;
  return { ...proof, checkpoint: proof.checkpoint + cosignature(proof.checkpoint, witness) };
}

const replaced = (proof: ModelProof, checkpoint: string): ModelProof => ({ ...proof, checkpoint });
const withModel = (proof: ModelProof, model: Partial<ModelProof['model']>): ModelProof => ({
  ...proof,
  model: { ...proof.model, ...model },
});
/** Changes one letter in the last signature of the note. */
const bent = (note: string) => note.replace(/(.)(.{9}\n)$/, (_, one, rest) => (one === 'A' ? 'B' : 'A') + rest);
const mistyped = (key: string) => key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
const signatureLine = (note: string, at: number) => note.slice(note.lastIndexOf('\n\n') + 2).split('\n')[at]!;

type Wrong = Partial<Omit<ProofCase, 'name' | 'says'>>;

/** Makes the cases with a wrong proof, and with a proof for other keys or another model. */
async function wrongProofs(proof: ModelProof): Promise<[string, RegExp, Wrong][]> {
  const { checkpoint } = proof;
  const fork = await proofIn(logOf([...others.slice(1), others[0]!, ours], log));
  const older = await proofIn(
    logOf([...others.slice(0, 90), ours], log, { day: '2026-11-12', expires: '2026-11-19T00:00:00Z' }),
  );
  const stranger = signer(ORIGIN);
  const another = signer('other.example/log');
  const forged = checkpoint.replace(signatureLine(checkpoint, 0), bent(`${signatureLine(checkpoint, 0)}\n`).trim());
  const unsigned = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 2);
  const elsewhere = proof.model.leaf.replace('huggingface.co', 'elsewhere.co');
  return [
    [
      'fork',
      /leaf of the model is not in the log that the checkpoint names/,
      { proof: replaced(proof, fork.checkpoint) },
    ],
    [
      'rollback of everything',
      /was good until 2026-11-19T00:00:00Z: the hub stands still, or this is an old proof/,
      { proof: older },
    ],
    [
      'expired',
      /was good until 2026-11-27T00:00:00Z: the hub stands still, or this is an old proof/,
      { at: '2026-11-28T00:00:00Z' },
    ],
    [
      'later than the clock',
      /newest day, 2026-11-20, is later than the time it is checked at/,
      { at: '2026-01-01T00:00:00Z' },
    ],
    [
      'changed leaf',
      /leaf of the model is not in the log that the checkpoint names/,
      { proof: withModel(proof, { leaf: elsewhere }) },
    ],
    [
      'hash cut short',
      /A hash in the proof is malformed/,
      { proof: withModel(proof, { path: ['AAAA', ...proof.model.path.slice(1)] }) },
    ],
    ['changed sums', /SHA256SUMS in the proof is not /, { proof: { ...proof, sums: SUMS.replaceAll('a', 'b') } }],
    [
      'other model',
      /proof is of owner\/model-3, not of acme\/tiny-bert/,
      { proof: await proofIn(goodLog, 'owner/model-3') },
    ],
    ['no proof', /not a proof of the format hub\.model-hub\.proof\/v1/, { proof: {} as ModelProof }],
    [
      'changed checkpoint',
      /signature of hub\.example\/log on the checkpoint is wrong/,
      { proof: replaced(proof, checkpoint.replace('\n602\n', '\n603\n')) },
    ],
    ['wrongly signed', /signature of hub\.example\/log on the checkpoint is wrong/, { proof: replaced(proof, forged) }],
    [
      'signed by another key of the name',
      /not signed by the key of hub\.example\/log that was given/,
      { keys: [keyOf(stranger)] },
    ],
    ['signed for another log', /checkpoint is of the log hub\.example\/log, and the key /, { keys: [keyOf(another)] }],
    [
      'unsigned',
      /checkpoint is not signed: this hub has no signing key/,
      { proof: replaced(proof, unsigned), witnesses: [] },
    ],
    [
      'checkpoint cut short',
      /checkpoint is malformed: it was changed or cut short/,
      { proof: replaced(proof, 'hub.example/log\n') },
    ],
    [
      'wrongly cosigned',
      /signature of witness\.example\/w1 on the checkpoint is wrong/,
      { proof: replaced(proof, bent(checkpoint)) },
    ],
    [
      'not cosigned',
      /Too few witnesses cosigned: 0 instead of 1\. Missing: witness\.example\/w2 \(key [0-9a-f]{8}\)\./,
      { witnesses: [keyOf(signer('witness.example/w2', 'cosignature'))] },
    ],
    ['mistyped key', /was mistyped: its 8 digits do not fit the rest/, { keys: [mistyped(keyOf(log))] }],
    ['word for a key', /is no verifier key: name\+8 hex digits\+base64/, { keys: ['hub'] }],
  ];
}

const { '-': dash, 'config.json': config, ...weights } = FILES;
const named = { '-': dash!, 'config.json': config! };

/** Cases with a wrong folder of files. */
const wrongFolders: [string, RegExp, Wrong][] = [
  ['wrong bytes', /WRONG +config\.json/, { files: { ...FILES, 'config.json': '{}' } }],
  ['nothing at all', /0 of 4 files of acme\/tiny-bert matched\./, { files: {} }],
  ['missing file', /MISSING +config\.json/, { files: { '-': dash!, ...weights } }],
  [
    'right file under a wrong name',
    /MISNAMED +weights\.bin: it has the bytes of model\.safetensors/,
    { files: { ...named, 'onnx/model.onnx': FILES['onnx/model.onnx']!, 'weights.bin': FILES['model.safetensors']! } },
  ],
  [
    'two files with their names swapped',
    /MISNAMED +model\.safetensors: it has the bytes of onnx\/model\.onnx/,
    {
      files: {
        ...named,
        'onnx/model.onnx': FILES['model.safetensors']!,
        'model.safetensors': FILES['onnx/model.onnx']!,
      },
    },
  ],
];

/** Cases with a complete folder of files and further files. */
const fullFolders: [string, RegExp, Wrong][] = [
  [
    'extra file',
    /4 of 4 files of acme\/tiny-bert matched what the log says\. Not of the model, and not proved: evil\.py\./,
    { files: { ...FILES, 'evil.py': 'boo' } },
  ],
  [
    'second copy under another name',
    /4 of 4 files .* Not of the model, and not proved: copy\.json\./,
    { files: { ...FILES, 'copy.json': FILES['config.json']! } },
  ],
];

/** Makes a case without a fault, and the cases with further files, with a wrong proof, and with a wrong folder. */
export async function proofCases(): Promise<Record<'full' | 'proofs' | 'folders', ProofCase[]> & { good: ProofCase }> {
  const proof = await proofIn(goodLog);
  const good = { name: 'all is well', proof, files: FILES, at: NOW, keys: [keyOf(log)], witnesses: [keyOf(witness)] };
  const caseOf = ([name, says, wrong]: [string, RegExp, Wrong]): ProofCase => ({ ...good, name, says, ...wrong });
  return {
    good,
    full: fullFolders.map(caseOf),
    proofs: (await wrongProofs(proof)).map(caseOf),
    folders: wrongFolders.map(caseOf),
  };
}
