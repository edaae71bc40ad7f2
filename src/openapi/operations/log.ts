// The operations of the transparency log: its files in the format of C2SP tlog-tiles, and the proof of one model.
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation } from './operation.ts';

const missing = ['NoLog', 'NoLogFile'] as const;
const bytes = { 'application/octet-stream': {} };

export const log = {
  logCheckpoint: operation(
    'getLogCheckpoint',
    'Call it to learn how long the log is and what its root is: a C2SP signed note, whose text names the log, ' +
      'its size and its root in base64, and whose lines below are signatures of the hub and of witnesses. A hub ' +
      'without a signing key gives it unsigned. Keep the newest you have seen, and hold the next against it by a ' +
      'consistency proof.',
    'The newest checkpoint.',
    { shape: { type: 'string' }, refusals: missing },
  ),
  logKeys: operation(
    'listLogKeys',
    'Call it once for the verifier keys of the log and of its witnesses, a line each, empty where nobody signs. ' +
      'A key from here proves no more than the address does: compare it with one that came by another way, and ' +
      'keep it.',
    'The keys.',
    { shape: { type: 'string' }, refusals: missing },
  ),
  logEntries: operation(
    'getLogEntries',
    'Call it for the leaves of the log, 256 in a bundle and each behind its length in two bytes: canonical JSON ' +
      'that says what is known of a model from then on, or what the index is on a day. A bundle never changes; the name ' +
      'of one that is not full yet has its number of leaves.',
    { 200: { is: 'The bundle.', content: bytes } },
    { params: { path: 'bundlePath' }, refusals: missing },
  ),
  logTile: operation(
    'getLogTile',
    'Call it to compute an inclusion or a consistency proof: a tile has up to 256 hashes of one level of the ' +
      'Merkle tree, 32 bytes each, and never changes. The name of one that is not full yet has its number of hashes; it ' +
      'may be gone once it is full: ask for the full one then.',
    { 200: { is: 'The tile.', content: bytes } },
    { params: { path: 'tilePath' }, refusals: missing },
  ),
  logModels: operation(
    'getLogModels',
    'Call it to find the newest leaf of a model in a log of so many leaves: `first` has the id that each page begins ' +
      'with, a page the ids, sorted, and which leaf is theirs. Pages of a shorter log are removed after a while.',
    { 200: { is: 'The file of the index.', content: bytes } },
    { params: { path: 'logModelsPath' }, refusals: missing },
  ),
  modelLogged: operation(
    'getModelLogged',
    'Call it to show on a page what the log says of a model: it answers 200 whether there is a log or not, and ' +
      'costs little. It proves nothing: ask for the proof to check.',
    'What the log says of the model.',
    { shape: 'ModelLogged' },
  ),
  modelProof: operation(
    'getModelProof',
    'Call it beside a download, to check the files without asking anybody: `model-hub verify DIR --proof FILE` ' +
      'does. The bundle holds the checkpoint, the leaf of the model and that of the newest day, the hashes that ' +
      'lead from each to the root, and the SHA256SUMS that was logged. The same can be computed from the tiles.',
    'A proof that held when it was given, until the day in it expires.',
    { shape: 'ModelProof', tagged: true, refusals: ['NoLog', 'NotLogged', 'LogBehind', 'LogExpired'] },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
