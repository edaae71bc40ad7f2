// A build killed at any moment leaves the tree before it or the new one, whole; the next build ends with the right one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lutimesSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTree } from '../../../generator/build/check-tree.ts';
import { currentLink, readStamp } from '../../../generator/build/tree-layout.ts';
import { stubWebsite } from './stub-website.ts';

const KILLS = 12;
const MODELS = 400;
const folder = mkdtempSync(join(tmpdir(), 'model-hub-crash-'));
const pages = stubWebsite(folder, 'site', 'model.id + model.files.map(({ sha256 }) => sha256)');
const facts = { sourceOrder: ['srca', 'srcb', 'ipfs'], origin: 'https://origin.example', pages };
const data = join(folder, 'data');
const dist = join(folder, 'dist');
const builder = join(import.meta.dirname, 'build-once.ts');

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function rows(day: number): string {
  return Array.from({ length: MODELS }, (_, i) => {
    const changed = i % 3 === 0 ? day : 0;
    const files = ['config.json', 'model.safetensors', 'onnx/model.onnx', 'tokenizer/vocab.txt'].map((path) => ({
      path,
      size: 1000 + i,
      sha256: hash(`${i} ${path} ${changed}`),
    }));
    return JSON.stringify({ id: `owner-${i % 40}/model-${i}`, revision: hash(`${i} ${changed}`).slice(0, 40), files });
  }).join('\n');
}

function importDay(day: number): void {
  const file = join(folder, `${day}.jsonl`);
  writeFileSync(file, rows(day));
  const bin = join(import.meta.dirname, '../../../generator/bin.mjs');
  const done = spawnSync(process.execPath, [bin, 'import', file, '--day', `2026-01-0${day}`], {
    env: { ...process.env, HUB_DATA: data },
    encoding: 'utf8',
  });
  expect(done.status, done.stderr).toBe(0);
}

const startBuild = (to = dist) =>
  spawn(process.execPath, [builder, data, to, JSON.stringify(pages)], { stdio: ['ignore', 'ignore', 'inherit'] });
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));

/** Every file of the current tree with its hash: two trees are equal when these are. */
function contents(root: string): string[] {
  const lines: string[] = [];
  const walk = (path: string) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (
        entry.isDirectory() ||
        (entry.isSymbolicLink() && child !== 'objects' && statSync(join(root, child)).isDirectory())
      )
        walk(child);
      else if (child !== 'objects' && entry.name !== 'superseded.txt')
        lines.push(`${child} ${hash(readFileSync(join(root, child)).toString('latin1'))}`);
    }
  };
  walk('');
  return lines.sort();
}

beforeAll(async () => {
  importDay(1);
  expect(await ended(startBuild())).toBe(0);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

test('a build killed at random moments never leaves half a tree', async () => {
  const seen = new Set<string>();
  for (let day = 2; day < 2 + KILLS / 3; day++) {
    const before = readStamp(currentLink(dist))!;
    importDay(day);
    // As if it had been current for long: the build takes over the links of the tree before it.
    lutimesSync(currentLink(dist), 0, 0);
    for (let kill = 0; kill < 3; kill++) {
      const child = startBuild();
      const done = ended(child);
      await after(60 + Math.random() * 500);
      child.kill('SIGKILL');
      await done;
      const stamp = readStamp(currentLink(dist));
      expect(stamp?.snapshot).toMatch(new RegExp(`^(${before.snapshot}|2026-01-0${day})$`));
      expect(await checkTree({ dist, ...facts }, () => {})).toEqual([]);
      seen.add(stamp!.snapshot === before.snapshot ? 'old' : 'new');
    }
    expect(await ended(startBuild())).toBe(0);
    expect(readStamp(currentLink(dist))?.snapshot).toBe(`2026-01-0${day}`);
    expect(await checkTree({ dist, ...facts }, () => {})).toEqual([]);
  }
  expect(seen).toContain('old');
}, 240_000);

test('the tree that many interrupted builds led to is byte for byte that of one build', async () => {
  const fresh = join(folder, 'fresh');
  expect(await ended(startBuild(fresh))).toBe(0);
  expect(contents(currentLink(fresh)).filter((line) => line.includes('/_page.html '))).toHaveLength(MODELS);
  expect(contents(currentLink(dist))).toEqual(contents(currentLink(fresh)));
}, 60_000);
