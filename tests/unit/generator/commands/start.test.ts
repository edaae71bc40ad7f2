// Tests `model-hub start`: it prints how to use the served index, and reports a port that is in use before it
// builds.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import { exampleIn, greeting } from '../../../../generator/commands/start.ts';
import { treePath } from '../../../../src/table/route.ts';
import { routes } from '../../../../src/table/routes.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';

const root = folderOfFile();

test('the commands name the first model of the list, and one of its files', async () => {
  const tree = openTree(inject('fixture').dist);
  const [first] = JSON.parse((await tree.text(treePath(routes.models, {})))!) as { id: string }[];
  const told = greeting('http://127.0.0.1:4321', '2026-11-21', 3, await exampleIn(tree));
  expect(told).toContain(`http://127.0.0.1:4321/${first!.id}/resolve/main/`);
  expect(told).toMatch(new RegExp(`hf download ${first!.id} \\S+\n`));
  expect(told).toContain(`/api/models?search=${first!.id.split('/')[1]}&limit=3`);
});

test('a port that is in use is reported before anything is built', async () => {
  const { port } = new URL(await serverOfTest(() => {}));
  const env = { PORT: port, HUB_DATA: join(root, 'data'), HUB_DIST: join(root, 'dist'), HUB_PROBE: 'off' };
  const { code, err } = await hubCommand(['start'], env);
  expect([code, err]).toEqual([1, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`)]);
  expect(existsSync(join(root, 'dist'))).toBe(false);
});
