// The same in a program: Python and JavaScript, with the check that their libraries leave out.
import type { AskedModel } from './asked-model.ts';
import type { Choice } from './choice.ts';
import { expressionOf, globOf } from './globs.ts';
import type { WayBody } from './way-body.ts';

/** Lines of Python that fetch what was chosen into `folder`, and hash it; more imports come first. */
export function fetchedInPython(
  { baseUrl, id, revision, name }: AskedModel,
  choice: Choice,
  imports: string[],
): string[] {
  const { paths, only, without } = choice;
  const wanted = only ?? paths?.map(globOf);
  const [word, globs] = wanted ? ['allow_patterns', wanted] : ['ignore_patterns', without ?? []];
  return [
    'from huggingface_hub import HfApi',
    ...imports,
    '',
    `hub = HfApi(endpoint='${baseUrl}')`,
    'what = dict(',
    `    repo_id='${id}',`,
    `    revision='${revision}',`,
    ')',
    globs.length === 0
      ? `folder = hub.snapshot_download(**what, local_dir='${name}')`
      : `folder = hub.snapshot_download(**what, local_dir='${name}', ${word}=[\n${globs.map((glob) => `    ${JSON.stringify(glob)},\n`).join('')}])`,
    'found = hub.verify_repo_checksums(**what, local_dir=folder)',
    globs.length === 0
      ? 'assert not found.mismatches and not found.missing_paths, found'
      : 'assert not found.mismatches, found',
  ];
}

export function python(asked: AskedModel, choice: Choice): WayBody {
  return {
    forms: [{ key: 'python', label: 'Python', block: fetchedInPython(asked, choice, []).join('\n') }],
    bytes: choice.bytes,
    note: 'huggingface_hub compares sizes when it downloads; verify_repo_checksums hashes every file against this index.',
    docs: 'python',
  };
}

export function javascript({ baseUrl, id, revision }: AskedModel, choice: Choice): WayBody {
  const { paths, only, without } = choice;
  const wanted = only ?? paths?.map(globOf);
  const globs = wanted ?? without;
  const isOther = globs && `${wanted ? '!' : ''}/^${expressionOf(globs).replaceAll('/', '\\/')}$/.test(path)`;
  const block = [
    imported('createHash', 'node:crypto'),
    imported('createReadStream', 'node:fs'),
    imported('downloadFileToCacheDir, listFiles', '@huggingface/hub'),
    '',
    'const what = {',
    `  hubUrl: '${baseUrl}',`,
    `  repo: '${id}',`,
    `  revision: '${revision}',`,
    '};',
    'const files = new Map();',
    'for await (const { type, path, oid } of listFiles({ ...what, recursive: true })) {',
    `  if (type !== 'file'${isOther ? ` || ${isOther}` : ''}) continue;`,
    '  const file = await downloadFileToCacheDir({ ...what, path });',
    "  const hash = createHash('sha256');",
    '  for await (const part of createReadStream(file)) hash.update(part);',
    "  if (hash.digest('hex') !== oid) throw Error('other bytes than the index names: ' + path);",
    '  files.set(path, file);',
    '}',
  ].join('\n');
  return {
    forms: [{ key: 'javascript', label: 'JavaScript', block }],
    bytes: choice.bytes,
    note: 'The library hashes nothing, so the loop does: oid is the SHA-256 of the file.',
    docs: 'javascript',
  };
}

/** An import statement of the visitor's program; in a template, so that it is not taken for one of ours. */
export function imported(names: string, module: string): string {
  return `import { ${names} } from ${`'${module}'`};`;
}
