// The same in a program: Python and JavaScript, with the check that their libraries leave out.
import type { AskedModel } from './asked-model.ts';
import type { WayBody } from './way-body.ts';

export function python({ baseUrl, model, name, cost }: AskedModel): WayBody {
  return {
    block: [
      'from huggingface_hub import HfApi',
      '',
      `hub = HfApi(endpoint='${baseUrl}')`,
      'what = dict(',
      `    repo_id='${model.id}',`,
      `    revision='${model.revision}',`,
      ')',
      `folder = hub.snapshot_download(**what, local_dir='${name}')`,
      'found = hub.verify_repo_checksums(**what, local_dir=folder)',
      'assert not found.mismatches and not found.missing_paths, found',
    ].join('\n'),
    note: `${cost} huggingface_hub compares sizes when it downloads; verify_repo_checksums hashes every file against this index.`,
    docs: 'python',
  };
}

export function javascript({ baseUrl, model, cost }: AskedModel): WayBody {
  return {
    block: [
      imported('createHash', 'node:crypto'),
      imported('createReadStream', 'node:fs'),
      imported('listFiles, snapshotDownload', '@huggingface/hub'),
      '',
      'const what = {',
      `  hubUrl: '${baseUrl}',`,
      `  repo: '${model.id}',`,
      `  revision: '${model.revision}',`,
      '};',
      'const folder = await snapshotDownload(what);',
      'for await (const { type, path, oid } of listFiles({ ...what, recursive: true })) {',
      "  if (type !== 'file') continue;",
      "  const hash = createHash('sha256');",
      "  for await (const part of createReadStream(folder + '/' + path)) hash.update(part);",
      "  if (hash.digest('hex') !== oid) throw Error('other bytes than the index names: ' + path);",
      '}',
    ].join('\n'),
    note: `${cost} The library hashes nothing, so the loop does: oid is the SHA-256 of the file.`,
    docs: 'javascript',
  };
}

/** An import statement of the visitor's program; in a template, so that it is not taken for one of ours. */
function imported(names: string, module: string): string {
  return `import { ${names} } from ${`'${module}'`};`;
}
