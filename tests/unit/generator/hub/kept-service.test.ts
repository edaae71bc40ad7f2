// Tests the service settings that a build keeps: they are used if the service file is unchanged, and read again
// otherwise.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepService, keptService } from '../../../../generator/hub/kept-service.ts';
import { readService } from '../../../../generator/process/read-service.ts';
import { type Config, readConfig } from '../../../../src/service/config.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const parsed = vi.hoisted(() => vi.fn());
vi.mock(import('../../../../src/service/service-yaml.ts'), async (original) => {
  const { parseServiceText } = await original();
  parsed.mockImplementation(parseServiceText);
  return { parseServiceText: parsed };
});

const shipped = readFileSync(new URL('../../../../content/service.yaml', import.meta.url), 'utf8');

let dist: string;
let config: Config;
beforeEach(() => {
  dist = folderOfTest();
  config = readConfig({ HUB_SERVICE: join(dist, 'service.yaml') });
  write(shipped);
});

function write(text: string): void {
  writeFileSync(config.service!, text);
}

async function expectRead(isRead: boolean): Promise<void> {
  const wanted = readService(config);
  parsed.mockClear();
  expect(await keptService(config, dist)).toEqual(wanted);
  expect(parsed.mock.calls.length).toBe(isRead ? 1 : 0);
}

test('the settings that a build kept are used, with addresses of sources from the environment', async () => {
  await keepService(config, dist);
  await expectRead(false);
  config = readConfig({ HUB_SERVICE: config.service, HUB_SOURCE_SRCA: 'http://127.0.0.1:9' });
  await expectRead(false);
});

test('a changed service file is read, and its errors are reported', async () => {
  await keepService(config, dist);
  write(shipped.replace('name:', 'name: Another #'));
  await expectRead(true);
  write('sources: [');
  await expect(keptService(config, dist)).rejects.toThrow(`HUB_SERVICE (${config.service})`);
  rmSync(config.service!);
  await expect(keptService(config, dist)).rejects.toThrow(/no such file|missing|ENOENT/);
});
