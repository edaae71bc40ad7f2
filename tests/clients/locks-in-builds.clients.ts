import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { hashOf, need, run } from './client-process.ts';

const page = readFileSync(fileURLToPath(new URL('../../content/docs/pull.md', import.meta.url)), 'utf8');
const printed = (language: string) => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page)![1]!;

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
const { steps } = parse(printed('yaml')) as { steps: Step[] };

let hub: DemoHub;
let llama: TinyModel;
/** The folder of a repository with the program and the lock. */
let repository: string;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  llama = hub.sources.llama.model;
  repository = await hub.folder();
  const got = async (path: string) => Buffer.from(await (await fetch(hub.base + path)).arrayBuffer());
  writeFileSync(join(repository, 'pull.mjs'), await got('/docs/pull.mjs'));
  writeFileSync(join(repository, 'models.lock'), await got(`/models/${llama.id}/lock.json`));
});
afterEach(() => {
  for (const { misbehaviour } of Object.values(hub.sources.running)) misbehaviour.wrongBytes = false;
});
afterAll(() => hub?.close());

const lie = () => {
  for (const { misbehaviour } of Object.values(hub.sources.running)) misbehaviour.wrongBytes = true;
};

describe('the steps of an action', () => {
  const workflow = (some: Step[]) =>
    stringify({ on: 'push', jobs: { models: { 'runs-on': 'ubuntu-latest', steps: some } } });

  async function lint(context: TestContext, some: Step[]) {
    return run(need(context, 'actionlint'), ['-no-color', '-'], { input: workflow(some) });
  }

  test('pass actionlint, which finds a wrong step', async (context) => {
    const { code, output, errors } = await lint(context, steps);
    expect(code, output + errors).toBe(0);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow.
    expect((await lint(context, [{ run: 'echo ${{ nothing.here }}' }])).code).toBe(1);
  });

  /** Runs the steps in a new checkout, where `test.py` loads the model. Stops at the first failure. */
  async function taken(context: TestContext) {
    const folder = await hub.folder();
    for (const name of ['pull.mjs', 'models.lock']) copyFileSync(join(repository, name), join(folder, name));
    writeFileSync(join(folder, 'test.py'), `print(open('models/${llama.id}/config.json').read())`);
    const path = [need(context, 'huggingface_hub 2.0.0'), dirname(process.execPath), process.env.PATH].join(':');
    const ended = [];
    for (const { run: line, env } of steps.filter((step) => step.run !== undefined)) {
      const environment = { PATH: path, ...env };
      const step = await run('bash', ['-eo', 'pipefail', '-c', line!], { folder, environment });
      ended.push(step);
      if (step.code !== 0) break;
    }
    return { models: join(folder, 'models', llama.id), ended };
  }

  test('download the bytes of the lock; the step that loads the model finds them without a network', async (context) => {
    const { models, ended } = await taken(context);
    expect(
      ended.map(({ code }) => code),
      ended.at(-1)!.errors,
    ).toEqual([0, 0]);
    for (const [path, { sha256 }] of llama.files) expect(await hashOf(join(models, path)), path).toBe(sha256);
  });

  test('fail at any other byte', async (context) => {
    lie();
    const { ended } = await taken(context);
    expect(ended.map(({ code }) => code)).toEqual([1]);
    expect(ended[0]!.errors + ended[0]!.output).toContain('nothing wrong is in place');
  });
});
