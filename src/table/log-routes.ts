// The rows of the route table for the transparency log, at the addresses of C2SP tlog-tiles (decision 0034). The log
// lies beside the tree.
import { built, live } from './route.ts';
import { json, textType } from './row-facts.ts';

const bytes = { dialect: 'hub', type: 'application/octet-stream', cache: 'immutable' } as const;

export const logRoutes = {
  logCheckpoint: built('/log/checkpoint', {
    dialect: 'hub',
    type: textType,
    cache: 'brief',
    summary: 'How long the log is and what its root is, signed by the hub and by witnesses: a C2SP checkpoint',
  }),
  logKeys: built('/log/keys', {
    dialect: 'hub',
    type: textType,
    cache: 'brief',
    summary: 'The verifier keys of the log and of its witnesses, a line each; empty where nobody signs',
  }),
  logEntries: built('/log/tile/entries/{path...}', {
    ...bytes,
    compressed: true,
    summary: 'Leaves of the log, 256 in a bundle',
  }),
  logTile: built('/log/tile/{path...}', { ...bytes, summary: 'Hashes of the log, 256 in a tile' }),
  logModels: built('/log/models/{path...}', {
    ...bytes,
    compressed: true,
    summary: 'Which leaf is the newest of each model, by the number of leaves in the log',
  }),
  // Only the script of a model's page requests this row, so the answer is in no pack and no export.
  modelLogged: live('/api/hub/models/{owner}/{name}/logged', {
    dialect: 'hub',
    type: json,
    cache: 'brief',
    summary: 'What the log says of a model: since when, signed by whom, at how many sources it is listed',
  }),
  modelProof: live('/models/{owner}/{name}/proof.json', {
    dialect: 'hub',
    type: json,
    cache: 'brief',
    compressed: true,
    summary: 'The proof that a model with these hashes is in the log, up to its newest day',
  }),
} as const;
