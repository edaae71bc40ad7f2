// `npm run check`: lists every phrase that a stranger would have to read twice, with a better wording.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from './prose.ts';
import { proseFiles, root } from './prose-files.ts';

const files = proseFiles();
const found = files.flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8')));
for (const { path, line, kind, phrase, instead, sentence } of found)
  console.error(`${path}:${line} ${kind}: “${phrase}”, better ${instead}\n    ${sentence}`);
if (found.length > 0) process.exitCode = 1;
console.log(`Prose: ${files.length} files, ${found.length} findings.`);
