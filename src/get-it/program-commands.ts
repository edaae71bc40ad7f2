// Writes programs in Python that fetch the chosen files, and that do the check which their libraries
// leave out.

import type { Choice } from './choice.ts';
import type { CommandBody } from './command-body.ts';
import { selection } from './globs.ts';
import type { TargetModel } from './target-model.ts';

/**
 * Makes a Python function that fetches the choice into `folder`, checks it, runs the lines of `steps`, and returns
 * `result`. The lines of `imports` come first. All steps are in one function, because a REPL would go on after a pasted
 * statement that failed.
 */
export function fetchedInPython(
  target: TargetModel,
  choice: Choice,
  { name, imports = [], steps = [], result }: { name: string; imports?: string[]; steps?: string[]; result: string },
): string[] {
  const { baseUrl, id, revision } = target;
  const folder = target.name;
  const chosen = selection(choice);
  const globs = chosen?.globs.map((glob) => `    ${JSON.stringify(glob)},\n`).join('');
  const some = chosen ? `, ${chosen.isWanted ? 'allow_patterns' : 'ignore_patterns'}=[\n${globs}]` : '';
  const body = [
    `hub = HfApi(endpoint='${baseUrl}')`,
    'what = dict(',
    `    repo_id='${id}',`,
    `    revision='${revision}',`,
    ')',
    `folder = hub.snapshot_download(**what, local_dir='${folder}'${some})`,
    'found = hub.verify_repo_checksums(**what, local_dir=folder)',
    `if found.mismatches${some === '' ? ' or found.missing_paths' : ''}:`,
    '    raise ValueError(found)',
    ...steps,
    `return ${result}`,
  ];
  return [
    'from huggingface_hub import HfApi',
    ...imports,
    '',
    `def ${name}():`,
    body.join('\n').replace(/^/gm, '    '),
    '',
  ];
}

export function python(target: TargetModel, choice: Choice): CommandBody {
  const fetched = fetchedInPython(target, choice, { name: 'fetched', result: 'folder' });
  const block = [...fetched, 'folder = fetched()'].join('\n');
  return {
    forms: [{ key: 'python', label: 'Python', block }],
    bytes: choice.bytes,
    note: 'huggingface_hub compares sizes when it downloads; verify_repo_checksums hashes every file against this index.',
    docs: 'python',
  };
}

/**
 * Makes an import statement of the visitor's program. It is a template, so that tools don't take it for an import of
 * this module.
 */
export function imported(names: string, module: string): string {
  return `import { ${names} } from ${`'${module}'`};`;
}
