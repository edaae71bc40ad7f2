// Tests that the keys which decide whether a build makes something again include every file of this package that a
// build reads or runs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { modulesOf, TEXTS } from '../../../../generator/keys/build-keys.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { placeWebsite } from '../../../faults/stand-in-website.ts';
import { days } from '../../../fixtures/rows.ts';

const TRACE = pathToFileURL(join(import.meta.dirname, '../../../fixtures/trace-inputs.mjs')).href;

const OUTPUTS = ['models', 'twins', 'changes', 'documents', 'tree', 'spaces'] as const;

/** Files whose parsed values count as inputs, not their bytes. */
const COUNTED_BY_VALUE = [
  'package.json',
  'content/service.yaml',
  'content/spaces.yaml',
  'content/catalog/index.json',
  'src/layouts/theme.js',
];

/**
 * Modules that run before and after the build proper. They print errors, and pass on the operator's settings, whose
 * values count as inputs.
 */
const HANDS_OVER = [
  /^generator\/(bin\.mjs|cli\.ts|command-line\.ts|commands\/.*|hub\/(build-hub|kept-service|other-data)\.ts)$/,
  /^generator\/(proofs\/policy-options\.ts|tree\/models\/page-settings\.ts)$/,
  /^generator\/process\/(progress|read-service|secret-files|sentence-of|service-file)\.ts$/,
  /^generator\/(files\/(lock|full-disk)|cards\/cards-back|days\/(pointer|takedowns))\.ts$/,
  /^generator\/(site\/(build-site|site-files|native-packages)|spaces\/(build-spaces|read-spaces))\.ts$/,
  /^src\/(service\/(attestation-key|config|facts|identity-key|log-facts|service|service-yaml)|basics\/secret)\.ts$/,
  /^src\/nouns\/(bucket-address|cid|duration|url-base|revision|sha256)\.ts$/,
  // These modules read the list of withdrawn models from its store, and remove those models from the catalog. The list
  // and the remaining catalog count as inputs.
  /^generator\/(accounts\/withdrawals|hub\/taken-out|days\/(purged|ids-in-day)|import\/(day-without|catalog-writer))\.ts$/,
  /^functions\/stores\/(open-stores|sql\/(postgres\/postgres-name|store-keeper|sql-store|write-behind)|waits\/breaker)\.ts$/,
  // These modules refuse a pointer, but never change one.
  /^generator\/(rollback\/put-back|days\/days-back)\.ts$/,
  // These modules set the modes of files, never their bytes.
  /^functions\/stores\/bytes\/(file-modes|close-data)\.ts$/,
];

/** Modules of the log, which run after everything else is made. */
const FOLLOWS = /^((generator|src)\/log\/.*|src\/basics\/byte-text\.ts)$/;

const isBelow = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);

test('every file that a build runs or reads counts by imports, as a folder of texts, or by its value', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-inputs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };
  const rows = join(folder, 'rows.jsonl');
  writeFileSync(rows, days[1]!.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect(await hubCommand(['import', rows], env)).toMatchObject({ code: 0 });
  mkdirSync(env.HUB_DIST);
  placeWebsite(env.HUB_DIST);
  const traced = { TRACE_INPUTS: join(folder, 'inputs.txt'), NODE_OPTIONS: `--import=${TRACE}` };
  expect(await hubCommand(['build'], { ...env, ...traced })).toMatchObject({ code: 0 });
  const inputs = [...new Set(readFileSync(traced.TRACE_INPUTS, 'utf8').trim().split('\n'))];
  const paths = (how: string) =>
    inputs.filter((line) => line.startsWith(`${how} `)).map((line) => line.slice(how.length + 1));
  const counted = new Set<string>(OUTPUTS.flatMap((output) => modulesOf(output)));

  const read = paths('read');
  expect(read.length).toBeGreaterThan(30);
  const texts = [...TEXTS, 'content/spaces'];
  expect(
    read.filter((path) => !COUNTED_BY_VALUE.includes(path) && !texts.some((text) => isBelow(text, path))),
    'read and not counted',
  ).toEqual([]);

  const run = paths('run').filter((path) => path !== 'package.json');
  // The recorded run includes threads, and the process that converts chat templates.
  expect(run).toEqual(expect.arrayContaining(['generator/tree/worker.ts', 'generator/tree/models/chat-process.ts']));
  expect(
    run.filter((path) => !counted.has(path) && ![...HANDS_OVER, FOLLOWS].some((some) => some.test(path))),
    'run and not counted',
  ).toEqual([]);
}, 120_000);
