// Tests tar files with an invalid log. An import refuses each of these files, publishes no day, and stores no log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { bytesOf, checkpointOf, logOf, signer } from '../../log/memory-log.ts';
import { folder } from './origins.ts';
import { by, type Entry, edited, entry, filesBelow, modelsOf, objectsIn, TarHub, take } from './tar-hub.ts';

let hub: TarHub;

beforeAll(async () => {
  hub = await TarHub.make();
});
afterAll(() => hub.remove());

const isOfLog = ({ header }: Entry) => header.name.startsWith('log/');
const isObject = ({ header }: Entry) => header.name.startsWith('objects/');
const textOf = ({ body }: Entry) => Buffer.from(body).toString();

const refused = async (edit: (entries: Entry[]) => Entry[], sentence: string) => {
  const { tar } = await hub.written(hub.logged());
  const here = folder();
  await expect(take(await edited(tar, edit), here)).rejects.toThrow(sentence);
  expect(readPointer(here)).toBeUndefined();
  expect(filesBelow(here).filter((name) => /^(log|logs)\b/.test(name) && name !== 'logs')).toEqual([]);
  return here;
};
const replaced = (name: string, to: (one: Entry) => Entry) => (entries: Entry[]) =>
  entries.map((one) => (one.header.name === name ? to(one) : one));
const toldAs = (edit: (told: { log?: unknown }) => void) =>
  replaced('days.json', (one) => {
    const told = JSON.parse(textOf(one)) as { log?: unknown };
    edit(told);
    return entry('days.json', JSON.stringify(told));
  });

test('a tar file is refused with its log, or one file of the log, after objects', async () => {
  const behind = (isLate: (one: Entry) => boolean) => (entries: Entry[]) => [
    ...entries.filter((one) => !isLate(one)),
    ...entries.filter(isLate),
  ];
  const here = await refused(behind(isOfLog), 'announces a log, but has none before its objects');
  expect(objectsIn(here)).toEqual([]);
  const late = await refused(
    behind(({ header }) => header.name === 'log/tile/entries/000'),
    'tile/entries/000 is missing from the log',
  );
  expect(objectsIn(late)).toEqual([]);
  await refused(
    (entries) => [...entries.slice(1).filter(isObject), ...entries.filter((one) => !isObject(one))],
    'holds a log, and days.json behind objects',
  );
  await refused(
    (entries) => [...entries.filter(isOfLog), ...entries.filter(isObject), entries[0]!],
    'holds a log, and no days.json before its objects',
  );
});

test.each([
  ['log/checkpoint', 'and holds it twice'],
  ['log/tile/entries/001.p/45', 'and holds it twice'],
  ['days.json', 'holds days.json twice'],
])('a tar file is refused with %s twice', async (name, sentence) => {
  await refused((entries) => entries.flatMap((one) => (one.header.name === name ? [one, one] : [one])), sentence);
});

test('a tar file is refused if its log does not begin with the checkpoint', async () => {
  await refused(
    ([days, checkpoint, tile, ...others]) => [days!, tile!, checkpoint!, ...others],
    'holds "log/tile/entries/000", and no log/checkpoint before it',
  );
});

test.each([
  ...['log/../outside', 'log/tile/../../../outside', 'log/./checkpoint', 'log//checkpoint', 'log/tile/0/..'],
  ...['log/tile/entries/000/../../../../x', 'log/keys', 'log/days/x', 'log/tile/ids/000', 'logs/x/checkpoint', 'log/'],
])('a tar file is refused with an entry named %s', async (name) => {
  await refused((entries) => entries.toSpliced(2, 0, entry(name, 'x')), 'which does not belong there');
});

test.each([
  'log/tile/entries/002',
  'log/tile/entries/001',
  'log/tile/entries/001.p/44',
  'log/tile/2/000',
  'log/tile/0/x001/000',
])('a tar file is refused with a tile that its log does not have: %s', async (name) => {
  await refused((entries) => entries.toSpliced(2, 0, entry(name, 'x')), 'and its log of 301 leaves has no such tile');
});

test.each([
  ['log/checkpoint', 256 * 1024 + 1],
  ['log/tile/0/000', 256 * 32 + 1],
  ['log/tile/entries/000', 256 * 65_537 + 1],
])('a tar file is refused with a %s that is too long', async (name, size) => {
  await refused(
    replaced(name, () => entry(name, new Uint8Array(size))),
    `holds ${JSON.stringify(name)}, of ${size} bytes, which no such file has`,
  );
});

test.each(['log/tile/entries/000', 'log/tile/entries/001.p/45', 'log/tile/0/000', 'log/tile/1/000.p/1'])(
  'a tar file is refused with a tile cut short, changed or left out: %s',
  async (name) => {
    const cut = replaced(name, (one) => entry(name, one.body.subarray(0, -1)));
    const changed = replaced(name, (one) => entry(name, Uint8Array.from(one.body).fill(7, 20, 30)));
    const left = (entries: Entry[]) => entries.filter(({ header }) => header.name !== name);
    for (const edit of [cut, changed, left])
      expect(objectsIn(await refused(edit, 'can’t be read, and nothing was taken'))).toEqual([]);
  },
);

test.each(['..', '.', '../../outside', 'hub.example/..', 'HUB.example', 'a:b@c', '', 'x'.repeat(300)])(
  'a tar file is refused if its log has the host %j',
  async (host) => {
    await refused(
      toldAs((told) => (told.log = { host })),
      'so no log can be kept for it',
    );
  },
);

test.each([[5], [null], [{ host: 5 }]])('a tar file is refused if its log is described as %j', async (log) => {
  await refused(
    toldAs((told) => (told.log = log)),
    'holds a log that its days.json does not mention',
  );
});

test('a tar file is refused if its log has a name that no folder can have', async () => {
  const { leaves, files } = hub.logged(3);
  const far = signer('x'.repeat(300));
  files.set('checkpoint', bytesOf(checkpointOf(leaves, far, far.key.name)));
  const here = folder();
  const { tar } = await hub.written({ files }, {});
  await expect(take(tar, here, { keys: [far.key] })).rejects.toThrow('No folder can have the name');
});

test('a tar file is refused if its log does not name the newest day', async () => {
  const { tar } = await hub.written(hub.logged());
  const other = logOf(modelsOf(300), by, { catalog: hub.before });
  const changed = await edited(tar, (entries) =>
    entries.map((one) => {
      const bytes = isOfLog(one) ? other.files.get(one.header.name.slice('log/'.length)) : undefined;
      return bytes ? entry(one.header.name, bytes) : one;
    }),
  );
  const here = folder();
  await expect(take(changed, here)).rejects.toThrow(
    `lists the day 2026-01-02 with the catalog ${hub.catalog}, and its log names no such day: nothing was taken. Write it`,
  );
  expect([objectsIn(here), readPointer(here)]).toEqual([[], undefined]);
});

test('a tar file is refused with more files of its log after objects, although the log itself is right', async () => {
  const { tar } = await hub.written(hub.logged());
  const here = folder();
  const more = await edited(tar, (entries) => [...entries, entry('log/tile/entries/000', 'x')]);
  await expect(take(more, here)).rejects.toThrow('holds a part of its log behind objects');
  expect(readPointer(here)).toBeUndefined();
});
