// The rows of the route table for the transparency log, at the addresses of C2SP tlog-tiles (decision 0034). The log
// lies beside the tree.
import { built, chapter, live } from './route.ts';
import { json, textType } from './row-facts.ts';

/** A pattern for the number of a tile in the format of C2SP tlog-tiles, with the width of a partial tile. */
const TILE_NUMBER = '(x[0-9]{3}/)*[0-9]{3}(\\.p/[1-9][0-9]{0,2})?';

const path = (description: string, pattern: string) => ({ path: { type: 'string', description, pattern } });

const missing = ['NoLog', 'NoLogFile'] as const;
const bytes = { dialect: 'hub', type: 'application/octet-stream', cache: 'immutable' } as const;

export const logRoutes = chapter(
  { chapter: 'Log', docs: 'log' },
  {
    logCheckpoint: built('/log/checkpoint', {
      dialect: 'hub',
      type: textType,
      cache: 'brief',
      summary: 'How long the log is and what its root is, signed by the hub and by witnesses: a C2SP checkpoint',
      why:
        'Call it to learn how long the log is and what its root is: a C2SP signed note, whose text names the log, ' +
        'its size and its root in base64, and whose lines below are signatures of the hub and of witnesses. A hub ' +
        'without a signing key gives it unsigned. Keep the newest you have seen, and hold the next against it by a ' +
        'consistency proof.',
      refusals: missing,
    }),
    logKeys: built('/log/keys', {
      dialect: 'hub',
      type: textType,
      cache: 'brief',
      summary: 'The verifier keys of the log and of its witnesses, a line each; empty where nobody signs',
      id: 'listLogKeys',
      why:
        'Call it once for the verifier keys of the log and of its witnesses, a line each, empty where nobody signs. ' +
        'A key from here proves no more than the address does: compare it with one that came by another way, and ' +
        'keep it.',
      refusals: missing,
    }),
    logEntries: built('/log/tile/entries/{path...}', {
      ...bytes,
      compressed: true,
      summary: 'Leaves of the log, 256 in a bundle',
      why:
        'Call it for the leaves of the log, 256 in a bundle and each behind its length in two bytes: canonical JSON ' +
        'that says what is known of a model from then on, or what the index is on a day. A bundle never changes; the name ' +
        'of one that is not full yet has its number of leaves.',
      answers: { 200: { is: 'The bundle.', content: { 'application/octet-stream': {} } } },
      params: path('The number of a bundle, spelled as that of a tile.', `^${TILE_NUMBER}$`),
      refusals: missing,
    }),
    logTile: built('/log/tile/{path...}', {
      ...bytes,
      summary: 'Hashes of the log, 256 in a tile',
      why:
        'Call it to compute an inclusion or a consistency proof: a tile has up to 256 hashes of one level of the ' +
        'Merkle tree, 32 bytes each, and never changes. The name of one that is not full yet has its number of hashes; it ' +
        'may be gone once it is full: ask for the full one then.',
      answers: { 200: { is: 'The tile.', content: { 'application/octet-stream': {} } } },
      params: path(
        'Level and number of a tile, as C2SP tlog-tiles spells them: `0/x001/067`, or `0/000.p/12` while it has 12 hashes.',
        `^[0-9]{1,2}/${TILE_NUMBER}$`,
      ),
      refusals: missing,
    }),
    logModels: built('/log/models/{path...}', {
      ...bytes,
      compressed: true,
      summary: 'Which leaf is the newest of each model, by the number of leaves in the log',
      why:
        'Call it to find the newest leaf of a model in a log of so many leaves: `first` has the id that each page begins ' +
        'with, a page the ids, sorted, and which leaf is theirs. Pages of a shorter log are removed after a while.',
      answers: { 200: { is: 'The file of the index.', content: { 'application/octet-stream': {} } } },
      params: path(
        'The number of leaves in the log, and `first` or the number of a page.',
        '^[1-9][0-9]{0,15}/(first|0|[1-9][0-9]{0,15})$',
      ),
      refusals: missing,
    }),
    // Only the script of a model's page requests this row, so the answer is in no pack and no export.
    modelLogged: live('/api/hub/models/{owner}/{name}/logged', {
      dialect: 'hub',
      type: json,
      cache: 'brief',
      summary: 'What the log says of a model: since when, signed by whom, at how many sources it is listed',
      why:
        'Call it to show on a page what the log says of a model: it answers 200 whether there is a log or not, and ' +
        'costs little. It proves nothing: ask for the proof to check.',
      shape: 'ModelLogged',
    }),
    modelProof: live('/models/{owner}/{name}/proof.json', {
      dialect: 'hub',
      type: json,
      cache: 'brief',
      compressed: true,
      summary: 'The proof that a model with these hashes is in the log, up to its newest day',
      why:
        'Call it beside a download, to check the files without asking anybody: `model-hub verify DIR --proof FILE` ' +
        'does. The bundle holds the checkpoint, the leaf of the model and that of the newest day, the hashes that ' +
        'lead from each to the root, and the SHA256SUMS that was logged. The same can be computed from the tiles.',
      tagged: true,
      shape: 'ModelProof',
      refusals: ['NoLog', 'NotLogged', 'LogBehind', 'LogExpired'],
    }),
  },
);
