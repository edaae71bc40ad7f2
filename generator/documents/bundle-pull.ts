// Bundles the command `pull` into a program of one file without dependencies, for people without a checkout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeFolder, packageFolder } from '../process/package-paths.ts';

const ENTRY = join(packageFolder, 'generator/pull/main.ts');

const HEAD = `// Downloads a model from all its sources at once, and checks every byte. It needs Node 20.3 or newer:
//
//     node pull.mjs --hub URL owner/name
//
// This is the code of the command \`model-hub pull\`, as the hub's build puts it into one file.`;

/**
 * Returns the text of the program. It keeps names, comments and the order of the modules. The same modules always give
 * the same text.
 */
export async function bundlePull(): Promise<string> {
  if (madeFolder !== undefined) return readFileSync(join(madeFolder, 'pull.mjs'), 'utf8');
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: ENTRY,
    // Comments in the bundle name modules by their paths relative to this folder.
    cwd: packageFolder,
    platform: 'node',
    transform: { target: 'node20' },
    // The program uses one function of a large package. Without this setting, the bundle would also have the package's
    // other modules, which only hold data.
    treeshake: { moduleSideEffects: (id) => !id.includes('node_modules') },
  });
  try {
    const { output } = await bundle.generate({ format: 'es', minify: false, codeSplitting: false, banner: HEAD });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
