/** Tests every rule for an import row: which values are refused, with the name of the field and the reason. */
import { describe, expect, test } from 'vitest';
import { readImportRow } from '../../../../generator/import/rows/import-row.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { row, service } from './sandbox.ts';

const good = row('owner/name');
const file = (path: unknown, more: object = {}) => ({ path, size: 1, sha256: sha256Hex(String(path)), ...more });
const files = (...paths: string[]) => ({ files: paths.map((path) => file(path)) });
const fileWith = (more: object) => ({ files: [file('a', more)] });
const gguf = (value: unknown) => fileWith({ gguf: value });
const source = (...sources: object[]) => ({ sources });
const root = `Qm${'a'.repeat(44)}`;
const other = { path: 'config.json', sha256: sha256Hex('other bytes'), seen: '2025-12-31' };
const differing = (more: object) => source({ source: 'srcb', files: ['model.safetensors'], differs: [other], ...more });

const read = (text: string) => readImportRow(Buffer.from(text), service);

function faultsOf(value: unknown): string[] {
  const reading = read(typeof value === 'string' ? value : JSON.stringify({ ...good, ...(value as object) }));
  return 'faults' in reading ? reading.faults.map(({ field, reason }) => `${field || 'line'} ${reason}`) : [];
}

/** Lines, or changes of a good row, with their faults. */
const BAD: [change: unknown, ...faults: string[]][] = [
  ['{"id":', 'line is not JSON'],
  ['[]', 'line is not a JSON object'],
  [{ id: undefined }, 'id is missing'],
  [{ id: 'gpt2' }, 'id must be owner/name, each of 1 to 96 of A-Z a-z 0-9 . _ - and beginning with no . or -'],
  [{ id: 'a/..' }, 'id must be owner/name, each of 1 to 96 of A-Z a-z 0-9 . _ - and beginning with no . or -'],
  [{ revision: undefined }, 'revision is missing'],
  [{ revision: 'main' }, 'revision must be a commit: 40 lowercase hex characters'],
  [{ files: undefined }, 'files is missing'],
  [{ files: ['x'] }, 'files[0] must be an object with path, size and sha256'],
  [fileWith({ path: undefined }), 'files[0].path is missing'],
  [{ files: [file('a'), file('b', { size: undefined })] }, 'files[1].size is missing'],
  [fileWith({ size: -1 }), 'files[0].size must be a whole number of bytes, 0 or more'],
  [
    { files: ['a', 'b'].map((path) => file(path, { size: Number.MAX_SAFE_INTEGER })) },
    'files has sizes that add up to more than 2^53 bytes',
  ],
  [fileWith({ sha256: 'ab' }), 'files[0].sha256 must be 64 lowercase hex characters'],
  [fileWith({ hashed: 'guessed' }), 'files[0].hashed must be read or declared'],
  [files(''), 'files[0].path is empty'],
  [files('/etc/passwd'), 'files[0].path is absolute'],
  [files('a/../b'), 'files[0].path holds the segment ".."'],
  [files('a\u009b31m'), 'files[0].path holds a control character'],
  [files('a', 'a'), 'files[1].path occurs twice in this row'],
  [files('a/b/c', 'a/b'), 'files[0].path lies beneath a path that is itself a file'],
  [{ library: '\u009b2J' }, 'library holds a control character or half a surrogate pair'],
  [{ complete: false }, 'complete is false: half a repository is not an index'],
  [{ downloads: '12' }, 'downloads must be a whole number, 0 or more'],
  [{ trendingScore: 0.5 }, 'trendingScore must be a whole number'],
  [{ context: 0 }, 'context must be a whole number of tokens, 1 or more'],
  [{ listed: 'yes' }, 'listed must be true or false'],
  [{ license: '' }, 'license must be a text of 1 to 512 characters'],
  [{ tags: ['a', 'b\n'] }, 'tags[1] holds a control character or half a surrogate pair'],
  [{ tags: 'a,b' }, 'tags must be a list of texts'],
  [{ createdAt: '2023-02-30T00:00:00Z' }, 'createdAt must be a date and time such as 2026-01-31T09:30:00Z'],
  [source(), 'sources must be a list of at least one source; leave it out for the usual one'],
  [source({ source: 'srcz' }), 'sources[0].source is no source of this service (srca, srcb, ipfs, p2p)'],
  [source({}), 'sources[0].source is missing'],
  [source({ source: 'srca' }, { source: 'srca' }), 'sources[1].source occurs twice in this row'],
  [source({ source: 'ipfs' }), 'sources[0].root is missing'],
  [source({ source: 'srcb', id: '../x' }), 'sources[0].id holds the segment ".."'],
  [
    source({ source: 'srcb', files: ['config.json', 'nope'] }),
    'sources[0].files names a path that the model does not have',
  ],
  [source({ source: 'srcb', files: [] }), 'sources[0].files must be a list of at least one path'],
  [source({ source: 'ipfs', root, pinned: 'soon' }), 'sources[0].pinned must be a day (YYYY-MM-DD), true or false'],
  [differing({ differs: [{ ...other, path: 'x' }] }), 'sources[0].differs names a path that the model does not have'],
  [differing({ files: undefined }), 'sources[0].differs names a path that the source holds: leave it out of files'],
  [
    differing({ differs: [{ ...other, sha256: sha256Hex('owner/nameconfig.json') }] }),
    'sources[0].differs names the hash that the model has',
  ],
  [
    differing({ differs: [{ ...other, sha256: 'x' }] }),
    'sources[0].differs[0].sha256 must be 64 lowercase hex characters',
  ],
  [gguf('llama'), 'files[0].gguf must be an object with facts of the file’s GGUF header'],
  [gguf({ chatTemplate: 'x'.repeat(65_537) }), 'files[0].gguf.chatTemplate must be a text of 1 to 65536 characters'],
  [gguf({ fileType: 'Q4_K_M' }), 'files[0].gguf.fileType must be a whole number, 0 or more'],
  [gguf({ architecture: 7 }), 'files[0].gguf.architecture must be a text of 1 to 512 characters'],
  [{ gated: true, id: 'api/x' }, 'id has an owner that is the first segment of a path of ours, /api'],
  [
    { revision: 'x', ...fileWith({ path: '..', size: null }) },
    'revision must be a commit: 40 lowercase hex characters',
    'files[0].size is missing',
    'files[0].path holds the segment ".."',
  ],
];

describe('refused, with the field and the reason', () => {
  test.each(BAD)('%.200j: %s', (change, ...faults) => expect(faultsOf(change)).toEqual(faults));

  test.each(['API', 'v2', 'hashes'])('the owner %s', (owner) =>
    expect(faultsOf({ id: `${owner}/x` })).toEqual([
      `id has an owner that is the first segment of a path of ours, /${owner.toLowerCase()}`,
    ]),
  );

  test.each([{}, { BF16: 0.5 }, { '<b>': 1 }, 'BF16'])('the tensors %j', (tensors) =>
    expect(faultsOf(fileWith({ tensors }))[0]).toBe(
      'files[0].tensors must say of 1 to 32 data types, such as BF16, how many values there are',
    ),
  );

  test('bytes that are no UTF-8', () => {
    const reading = readImportRow(Buffer.from([0x7b, 0xff, 0x7d]), service);
    expect(reading).toEqual({ faults: [{ field: '', reason: 'is not UTF-8' }] });
  });
});

describe('accepted', () => {
  test.each([
    {},
    { license: null, tags: null, likes: null, sources: null, listed: null },
    fileWith({ size: 0 }),
    files('模型/重み.bin'),
    files('a', 'a-b/c', 'ab/c'),
    { origin: 'x', ...fileWith({ lfs: true }) },
    gguf(null),
    gguf({ chatTemplate: 'x'.repeat(65_536) }),
  ])('a good row: %.200j', (change) => expect(faultsOf(change)).toEqual([]));

  const given = (change: object) => read(JSON.stringify({ ...good, ...change }));

  test('a gated row needs only its id, whatever else it has', () => {
    const reading = read('{"id":"a/b","gated":true,"revision":null,"complete":false,"files":"x"}');
    expect(reading).toMatchObject({ gated: 'a/b' });
  });

  test('the files of a row are sorted by the bytes of their paths', () => {
    const reading = given(files('\ue000', '😀', 'b', 'a/z', 'a.b'));
    const sorted = ['a.b', 'a/z', 'b', '\ue000', '😀'].map((path) => ({ path }));
    expect(reading).toMatchObject({ row: { files: sorted } });
  });

  test('the times of a row are read as UTC', () => {
    expect(given({ createdAt: '2024-03-01T01:00:00+02:00', lastModified: '2024-03-01' })).toMatchObject({
      row: { facts: { createdAt: '2024-02-29T23:00:00.000Z', lastModified: '2024-03-01T00:00:00.000Z' } },
    });
  });

  test('each source of a row gets its defaults', () => {
    const { revision } = good;
    const usual = [{ source: 'srca', kind: 'http', id: 'owner/name', revision }];
    expect(given({})).toMatchObject({ row: { p2p: false, places: usual } });
    const named = { source: 'srca', id: 'other/name', revision: 'dev' };
    expect(given(source({ source: 'p2p' }, { source: 'srcb' }, named))).toMatchObject({
      row: { p2p: true, places: [named, { source: 'srcb', id: 'owner/name', revision: 'master' }] },
    });
  });
});
