// Tests the systemd units and the lines for cron: systemd accepts the units, and their commands exist.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { hubCommand } from '../faults/hub-command.ts';
import { commandMissing, needs, notHere } from '../fixtures/needs.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const units = readdirSync(join(deploy, 'systemd'));
const unitText = (name: string) => readFileSync(join(deploy, 'systemd', name), 'utf8');
const cronText = readFileSync(join(deploy, 'cron.d/model-hub'), 'utf8');

/** Matches a call of `model-hub` in a unit or in a line for cron; the group has its arguments. */
const COMMAND = /\/opt\/model-hub\/node_modules\/\.bin\/node generator\/bin\.mjs ([^>\n]+)/g;

describe('systemd', needs(commandMissing('systemd-analyze', 'apt-get install systemd')), () => {
  const folder = folderOfFile();
  // Gives the units this machine's Node, because systemd checks that programs exist.
  for (const name of units)
    writeFileSync(join(folder, name), unitText(name).replace(/(?<=^ExecStart=)\S+/m, process.execPath));
  const analyze = (...words: string[]) => spawnSync('systemd-analyze', words, { cwd: folder, encoding: 'utf8' });

  test('finds no fault in the units', () => {
    const { status, stdout, stderr } = analyze('verify', ...units.map((name) => join(folder, name)));
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  const services = units.filter((name) => name.endsWith('.service'));
  const knowsFiles = /--offline/.test(analyze('--help').stdout);
  const missing = knowsFiles
    ? undefined
    : notHere('systemd 250', 'an older one can’t judge a unit that is not installed');
  test.each(services)('%s has few rights: an exposure of 2 out of 10 at most', needs(missing), (name) => {
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=20', join(folder, name));
    expect(status, stdout).toBe(0);
  });
});

test('the units write files only for their user, and let a web server read the export', () => {
  for (const name of units.filter((unit) => /^UMask=/m.test(unitText(unit))))
    expect(unitText(name)).toMatch(/^StateDirectoryMode=0711\nUMask=0077$/m);
});

test('each timer has its service', () => {
  const timers = units.filter((name) => name.endsWith('.timer'));
  expect(timers.length).toBeGreaterThan(0);
  for (const timer of timers) expect(units).toContain(timer.replace('.timer', '.service'));
});

test('cron runs the same commands as the units, with the same folders', () => {
  const places = /^Environment=(.*)$/m.exec(unitText('model-hub-day.service'))![1]!.split(' ');
  for (const place of places) expect(cronText.split('\n')).toContain(place);
  expect(unitText('model-hub.service')).toContain(`\nEnvironment=${places.join(' ')}\n`);
  const lines = cronText.split('\n').filter((line) => /^\d/.test(line));
  const commands = lines.map((line) => {
    expect(line).toMatch(/^\d+ [\d*]+ \* \* \* model-hub cd \/opt\/model-hub && /);
    return [...line.matchAll(COMMAND)][0]![1]!.trim();
  });
  const started = units.flatMap((name) => [...unitText(name).matchAll(COMMAND)].map(([, words]) => words!.trim()));
  // Only systemd starts the long-running service.
  expect([...commands, 'serve'].sort()).toEqual(started.sort());
});

test('the commands know every option in these files', async () => {
  const lines = [...cronText.matchAll(COMMAND)].map(([, words]) => words!.trim().split(' '));
  for (const [command, ...words] of lines) {
    const { out } = await hubCommand([command!, '--help'], {});
    for (const option of words.filter((word) => word.startsWith('--'))) expect(out).toContain(`${option} `.trimEnd());
  }
});
