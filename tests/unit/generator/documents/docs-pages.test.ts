// Tests how documentation pages are read: their required form, their Markdown twins, and their sections.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDocsPages } from '../../../../generator/documents/docs-pages.ts';
import { Failure } from '../../../../generator/process/failure.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

function write(name: string, body: string, front = 'title: Title\ndescription: A sentence.\norder: 1\ngroup: Group') {
  writeFileSync(join(folder, name), `---\n${front}\n---\n\n${body}`);
}
const read = () => readDocsPages('http://127.0.0.1:4321', folder);

test('a twin has absolute links, the hub’s own address, and no marks that only the website reads', () => {
  const body = [
    '# Title',
    'See [there](other.md#a-part), [health](https://hub.example/api/hub/health), [up](/llms.txt) and [out](https://example.org/).',
    '```sh run curl\ncurl https://hub.example/\noras pull hub.example/a/b\n```',
    '| A | Long column |\n| --- | --- |\n| `hub.example` | * |',
  ].join('\n\n');
  write('page.md', body);
  const hub = 'http://127.0.0.1:4321';
  expect(read()[0]!.twin).toBe(`# Title

See [there](${hub}/docs/other.md#a-part), [health](${hub}/api/hub/health), [up](${hub}/llms.txt) and [out](https://example.org/).

\`\`\`sh
curl http://127.0.0.1:4321/
oras pull 127.0.0.1:4321/a/b
\`\`\`

| A | Long column |
| - | - |
| \`127.0.0.1:4321\` | \\* |
`);
});

test('sections are the texts between headings, with the ids of the headings on the website', () => {
  write(
    'page.md',
    '# Title\n\nFirst `code`.\n\n## A & B\n\n- one\n- two\n\n### A & B\n\n| x | y |\n| - | - |\n| `a`b | c |\n',
  );
  expect(read()[0]!.sections).toEqual([
    { anchor: '', heading: 'Title', text: 'First code.' },
    { anchor: 'a--b', heading: 'A & B', text: 'one two' },
    { anchor: 'a--b-1', heading: 'A & B', text: 'x y ab c' },
  ]);
});

describe('a page is refused, with its file’s name,', () => {
  const refused: [why: string, body: string, front?: string][] = [
    ['without a title', '# Title', 'description: A.\norder: 1'],
    ['without its title as the first heading', '## Title'],
    ['with a block of HTML', '# Title\n\n<div>\n\ntext\n\n</div>'],
  ];
  test.each(refused)('%s', (_, body, front) => {
    write('odd.md', body, front);
    expect(read).toThrow(Failure);
    expect(read).toThrow('odd.md');
  });
});
