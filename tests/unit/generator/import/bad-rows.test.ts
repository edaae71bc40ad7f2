/** Tests every rule for an import row: which values are refused, with the name of the field and the reason. */
import { describe, expect, test } from 'vitest';
import { readImportRow } from '../../../../generator/import/rows/import-row.ts';
import { row, service, sha256 } from './sandbox.ts';

const good = () => row('owner/name');
const file = (path: unknown, more: object = {}) => ({ path, size: 1, sha256: sha256(String(path)), ...more });
const withFiles = (...files: unknown[]) => ({ ...good(), files });
const withSource = (source: object) => ({ ...good(), sources: [source] });

function read(value: unknown) {
  return readImportRow(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), service);
}

function faultsOf(value: unknown): string[] {
  const reading = read(value);
  return 'faults' in reading ? reading.faults.map(({ field, reason }) => `${field || 'line'} ${reason}`) : [];
}

test('the row from which all other rows are made is good', () => expect(faultsOf(good())).toEqual([]));

describe('refused, with the field and the reason', () => {
  const { id: _id, ...nameless } = good() as { id: unknown };
  const { revision: _revision, ...unversioned } = good() as { revision: unknown };
  const { files: _files, ...fileless } = good() as { files: unknown };
  const table: [name: string, value: unknown, ...faults: RegExp[]][] = [
    ['not JSON', '{"id":', /^line is not JSON$/],
    ['a list', '[]', /^line is not a JSON object$/],
    ['a number', '4', /^line is not a JSON object$/],
    ['null', 'null', /^line is not a JSON object$/],
    ['no id', nameless, /^id is missing$/],
    ['a number as id', { ...good(), id: 4 }, /^id must be a text/],
    ['an id without owner', { ...good(), id: 'gpt2' }, /^id must be owner\/name/],
    ['an id of three parts', { ...good(), id: 'a/b/c' }, /^id must be owner\/name/],
    ['an id of dots', { ...good(), id: 'a/..' }, /^id must be owner\/name/],
    ['an id with a space', { ...good(), id: 'a/b c' }, /^id must be owner\/name/],
    ...['api', 'API', 'v2', 'via', 'docs', 'models', 'spaces', 'hub', 'mcp', 'hashes'].map(
      (owner): [string, unknown, RegExp] => [
        `the owner ${owner}`,
        { ...good(), id: `${owner}/x` },
        new RegExp(`^id has an owner that is the first segment of a path of ours, /${owner.toLowerCase()}$`),
      ],
    ),
    ['no revision', unversioned, /^revision is missing$/],
    ['a null revision', { ...good(), revision: null }, /^revision is missing$/],
    ['a branch as revision', { ...good(), revision: 'main' }, /^revision must be a commit/],
    ['capitals in a revision', { ...good(), revision: 'A'.repeat(40) }, /^revision must be a commit/],
    ['no files', fileless, /^files is missing$/],
    ['an empty file list', withFiles(), /^files must be a list of at least one file$/],
    ['a text as file', withFiles('x'), /^files\[0\] must be an object/],
    ['no path', withFiles({ size: 1, sha256: sha256('') }), /^files\[0\].path is missing$/],
    ['no size', withFiles(file('a'), { path: 'b', sha256: sha256('') }), /^files\[1\].size is missing$/],
    ['a null size', withFiles(file('a', { size: null })), /^files\[0\].size is missing$/],
    ['a negative size', withFiles(file('a', { size: -1 })), /^files\[0\].size must be a whole number of bytes/],
    ['half a byte', withFiles(file('a', { size: 1.5 })), /^files\[0\].size must be a whole number of bytes/],
    ['a size as text', withFiles(file('a', { size: '1' })), /^files\[0\].size must be a whole number of bytes/],
    [
      'a size no number holds',
      withFiles(file('a', { size: 2 ** 53 })),
      /^files\[0\].size must be a whole/,
      /^files has sizes/,
    ],
    [
      'sizes no sum holds',
      withFiles(file('a', { size: Number.MAX_SAFE_INTEGER }), file('b', { size: Number.MAX_SAFE_INTEGER })),
      /^files has sizes that add up/,
    ],
    ['no hash', withFiles({ path: 'a', size: 1 }), /^files\[0\].sha256 is missing$/],
    ['a short hash', withFiles(file('a', { sha256: 'ab' })), /^files\[0\].sha256 must be 64 lowercase hex/],
    [
      'capitals in a hash',
      withFiles(file('a', { sha256: 'A'.repeat(64) })),
      /^files\[0\].sha256 must be 64 lowercase hex/,
    ],
    ['an empty path', withFiles(file('')), /^files\[0\].path is empty$/],
    ['an absolute path', withFiles(file('/etc/passwd')), /^files\[0\].path is absolute$/],
    ['a path up', withFiles(file('a/../b')), /^files\[0\].path holds the segment "\.\."$/],
    ['a dot in a path', withFiles(file('./a')), /^files\[0\].path holds the segment "\."$/],
    ['a slash at the end', withFiles(file('a/')), /^files\[0\].path holds an empty segment$/],
    ['two slashes', withFiles(file('a//b')), /^files\[0\].path holds an empty segment$/],
    ['a backslash', withFiles(file('a\\b')), /^files\[0\].path holds a backslash$/],
    ['a NUL', withFiles(file('a\0b')), /^files\[0\].path holds a control character$/],
    ['a C1 control character', withFiles(file('a\u009b31m')), /^files\[0\].path holds a control character$/],
    ['a path that reads backwards', withFiles(file('a\u202eb')), /^files\[0\].path holds a control character$/],
    ['a library that clears the screen', { ...good(), library: '\u009b2J' }, /^library holds a control character/],
    ['a tag that reads backwards', { ...good(), tags: ['\u2067b'] }, /^tags\[0\] holds a control character/],
    ['a line feed', withFiles(file('a\nb')), /^files\[0\].path holds a control character$/],
    ['half a character', withFiles(file('\ud800')), /^files\[0\].path is not well-formed/],
    [
      'a name no disk holds',
      withFiles(file('a'.repeat(251))),
      /^files\[0\].path holds a segment of more than 250 bytes$/,
    ],
    ['two equal paths', withFiles(file('a'), file('a')), /^files\[1\].path occurs twice in this row$/],
    [
      'a file beneath a file',
      withFiles(file('a/b/c'), file('a/b')),
      /^files\[0\].path lies beneath a path that is itself a file$/,
    ],
    ['half a repository', { ...good(), complete: false }, /^complete is false: half a repository/],
    ['a likes of -1', { ...good(), likes: -1 }, /^likes must be a whole number, 0 or more$/],
    ['downloads as text', { ...good(), downloads: '12' }, /^downloads must be a whole number, 0 or more$/],
    ['half a trend', { ...good(), trendingScore: 0.5 }, /^trendingScore must be a whole number$/],
    ['a context of 0', { ...good(), context: 0 }, /^context must be a whole number of tokens, 1 or more$/],
    ['listed as text', { ...good(), listed: 'yes' }, /^listed must be true or false$/],
    ['gated as text', { ...good(), gated: 'manual' }, /^gated must be true or false$/],
    ['an empty licence', { ...good(), license: '' }, /^license must be a text of 1 to 512 characters$/],
    [
      'a control character in a task',
      { ...good(), pipeline_tag: 'a\u0007' },
      /^pipeline_tag holds a control character/,
    ],
    ['a tag that is no text', { ...good(), tags: ['a', 4] }, /^tags\[1\] must be a text/],
    ['a tag with a line feed', { ...good(), tags: ['a', 'b\n'] }, /^tags\[1\] holds a control character/],
    ['tags as text', { ...good(), tags: 'a,b' }, /^tags must be a list of texts$/],
    ['a day that never was', { ...good(), createdAt: '2023-02-30T00:00:00Z' }, /^createdAt must be a date and time/],
    [
      'a time without offset',
      { ...good(), lastModified: '2023-02-20T00:00:00' },
      /^lastModified must be a date and time/,
    ],
    ['a year alone', { ...good(), createdAt: '2023' }, /^createdAt must be a date and time/],
    ['no sources at all', { ...good(), sources: [] }, /^sources must be a list of at least one source/],
    [
      'an unknown source',
      withSource({ source: 'srcz' }),
      /^sources\[0\].source is no source of this service \(srca, srcb, ipfs, p2p\)$/,
    ],
    ['a source without token', withSource({}), /^sources\[0\].source is missing$/],
    [
      'a source twice',
      { ...good(), sources: [{ source: 'srca' }, { source: 'srca' }] },
      /^sources\[1\].source occurs twice in this row$/,
    ],
    ['ipfs without root', withSource({ source: 'ipfs' }), /^sources\[0\].root is missing$/],
    ['a root that is no CID', withSource({ source: 'ipfs', root: '../x' }), /^sources\[0\].root must be a CID$/],
    [
      'a source id that climbs',
      withSource({ source: 'srcb', id: '../x' }),
      /^sources\[0\].id holds the segment "\.\."$/,
    ],
    [
      'a source revision that climbs',
      withSource({ source: 'srcb', revision: '/x' }),
      /^sources\[0\].revision is absolute$/,
    ],
    [
      'files the model lacks',
      withSource({ source: 'srcb', files: ['config.json', 'nope'] }),
      /^sources\[0\].files names a path that the model does not have$/,
    ],
    [
      'files named twice',
      withSource({ source: 'srcb', files: ['config.json', 'config.json'] }),
      /^sources\[0\].files names a path twice$/,
    ],
    [
      'no files of a source',
      withSource({ source: 'srcb', files: [] }),
      /^sources\[0\].files must be a list of at least one path$/,
    ],
    [
      'a pin on no day',
      withSource({ source: 'ipfs', root: `Qm${'a'.repeat(44)}`, pinned: 'soon' }),
      /^sources\[0\].pinned must be a day/,
    ],
    [
      'hidden as number',
      withSource({ source: 'ipfs', root: `Qm${'a'.repeat(44)}`, hidden: 1 }),
      /^sources\[0\].hidden must be true or false$/,
    ],
    ['a gated row without id', { gated: true }, /^id is missing$/],
    ['a gated row with a bad id', { gated: true, id: 'api/x' }, /^id has an owner/],
    [
      'three faults at once',
      { ...withFiles(file('..', { size: null })), revision: 'x' },
      /^revision must/,
      /^files\[0\].size is/,
      /^files\[0\].path holds/,
    ],
  ];
  test.each(table)('a bad row: %s', (_name, value, ...expected) => {
    const faults = faultsOf(value);
    expect(faults).toHaveLength(expected.length);
    for (const each of expected) expect(faults).toContainEqual(expect.stringMatching(each));
  });

  test('bytes that are no UTF-8 are refused', () => {
    const reading = readImportRow(Buffer.from([0x7b, 0xff, 0x7d]), service);
    expect(reading).toEqual({ faults: [{ field: '', reason: 'is not UTF-8' }] });
  });
});

describe('accepted', () => {
  test.each([
    ['nulls where nobody knows', { ...good(), license: null, tags: null, likes: null, sources: null, listed: null }],
    ['a file of no bytes', withFiles(file('a', { size: 0 }))],
    ['a path in another script', withFiles(file('模型/重み.bin'))],
    ['a folder whose name starts like a file', withFiles(file('a'), file('a-b/c'), file('ab/c'))],
    ['complete: true', { ...good(), complete: true }],
    ['pinned: true', withSource({ source: 'ipfs', root: `Qm${'a'.repeat(44)}`, pinned: true })],
    ['fields nobody knows', { ...good(), origin: 'x', files: [{ ...file('a'), lfs: true }] }],
  ])('a good row: %s', (_name, value) => expect(faultsOf(value)).toEqual([]));

  test('a gated row needs only its id, whatever else it has', () => {
    expect(read({ id: 'a/b', gated: true, revision: null, complete: false, files: 'x' })).toMatchObject({
      gated: 'a/b',
    });
  });

  test('the files of a row are sorted by the bytes of their paths', () => {
    const reading = read(withFiles(file('\ue000'), file('😀'), file('b'), file('a/z'), file('a.b')));
    const paths = 'row' in reading ? reading.row.files.map(({ path }) => path) : [];
    expect(paths).toEqual([...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(paths).toEqual(['a.b', 'a/z', 'b', '\ue000', '😀']);
  });

  test('the times of a row are read as UTC', () => {
    const reading = read({ ...good(), createdAt: '2024-03-01T01:00:00+02:00', lastModified: '2024-03-01' });
    expect(reading).toMatchObject({
      row: { facts: { createdAt: '2024-02-29T23:00:00.000Z', lastModified: '2024-03-01T00:00:00.000Z' } },
    });
  });

  test('each source of a row gets its defaults', () => {
    const sources = [{ source: 'p2p' }, { source: 'srcb' }, { source: 'srca', id: 'other/name', revision: 'dev' }];
    const { revision } = good();
    expect(read(good())).toMatchObject({
      row: { p2p: false, places: [{ source: 'srca', kind: 'http', id: 'owner/name', revision }] },
    });
    expect(read({ ...good(), sources })).toMatchObject({
      row: {
        p2p: true,
        places: [
          { source: 'srca', id: 'other/name', revision: 'dev' },
          { source: 'srcb', id: 'owner/name', revision: 'master' },
        ],
      },
    });
  });
});
