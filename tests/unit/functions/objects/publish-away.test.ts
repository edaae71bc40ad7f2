// Tests publishing to a disk that refuses the object: the answer is 503 with `Retry-After`, with one notice and
// without an internal error.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createMemoryHub } from '../../../../functions/hosts/memory/memory.ts';
import { openObjectFiles } from '../../../../functions/stores/objects/object-files.ts';
import { openTree } from '../../../../functions/stores/tree/node-tree.ts';
import { baseUrl, origin, service } from '../../../fixtures/hub.ts';

test('an object that the disk refuses gets 503, and one notice says why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'published'), 'a file where the folder should be');
  const lines: string[] = [];
  const hub = createMemoryHub(openTree(inject('fixture').dist), {
    ...{ sources: service.sources, origin, baseUrl },
    objects: openObjectFiles({ folder: join(folder, 'published'), onDamage: (line) => void lines.push(line) }),
    publishing: { open: true, holdsToken: () => true, limit: 100 },
    onFault: (error) => expect.unreachable(String(error)),
  });
  const publish = (text: string) =>
    hub({
      ...{ method: 'POST', target: '/api/v1/objects', header: () => undefined, authorization: () => 'Bearer it' },
      body: async () => new TextEncoder().encode(text),
    });
  const { status, headers, body } = await publish('hello');
  expect(status).toBe(503);
  expect(headers[headers.indexOf('Retry-After') + 1]).toBe('5');
  expect(JSON.parse(String(body))).toMatchObject({
    code: 'TreeAway',
    message:
      'The object can not be stored just now, and nothing was stored: try again, or tell the operator to look after the disk.',
  });
  expect((await publish('hello again')).status).toBe(503);
  const told = [expect.stringMatching(/^An object could not be published in [^\n]*published: [^\n]*$/)];
  expect(lines).toEqual(told);
  // A refusal after an accepted object gets a notice again.
  rmSync(join(folder, 'published'));
  mkdirSync(join(folder, 'published'));
  expect((await publish('hello')).status).toBe(201);
  rmSync(join(folder, 'published'), { recursive: true });
  writeFileSync(join(folder, 'published'), 'a file where the folder should be');
  expect((await publish('hello once more')).status).toBe(503);
  expect(lines).toEqual([...told, ...told]);
});
