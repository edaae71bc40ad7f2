// Checks the API description with public tools: Redocly's linter, and the official schema of OpenAPI 3.1.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { parse } from 'yaml';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { treeText } from '../fixtures/hub.ts';

/** Gives the folder of Redocly's package. */
const redocly = () => dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));

const CONFIG = ['redocly.yaml', '.redocly.lint-ignore.yaml'];

// Each command runs in a process of its own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-openapi-'));
  for (const file of CONFIG) copyFileSync(join(import.meta.dirname, file), join(folder, file));
  const description = treeText(inject('fixture').dist, treePath(routes.openapi, {}));
  writeFileSync(join(folder, 'openapi.json'), description);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs Redocly's CLI on the description, and parses the JSON that it prints. Redocly exits with code 1 if it has
 * findings.
 */
async function run(...words: string[]): Promise<unknown> {
  const command = promisify(execFile)(execPath, [join(redocly(), 'bin/cli.js'), ...words, '--format=json'], {
    cwd: folder,
    env: { ...env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout } = await command.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

test('redocly lint, recommended-strict, finds only what is intended', async () => {
  const ignored = parse(readFileSync(join(folder, CONFIG[1]!), 'utf8')) as Record<string, Record<string, string[]>>;
  const { problems, totals } = (await run('lint', 'openapi.json')) as { problems: object[]; totals: object };
  expect(problems).toEqual([]);
  const findings = Object.values(ignored['openapi.json']!).flat().length;
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: findings });
});

test('the description is valid by the official schema', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});
