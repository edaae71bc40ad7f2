// Declares the paths of parts of this package. They do not depend on the working folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The package's folder, with a trailing slash. It is two levels above the folder of this module, and of the modules that
 * `npm pack` makes.
 */
export const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The folder of what `npm pack` made: the code as JavaScript, the website, the apps and `pull.mjs`. Undefined where the
 * sources are, which make these themselves.
 */
export const madeFolder = existsSync(join(packageFolder, 'generator/cli.ts')) ? undefined : join(packageFolder, 'made');

/** The shipped catalog: a pointer and its objects. */
export const seedFolder = join(packageFolder, 'content/catalog');

/** The file with the operator's public facts, unless HUB_SERVICE names another. */
export const serviceFile = join(packageFolder, 'content/service.yaml');

/** The default rules of `model-hub index`. */
export const indexRulesFile = join(packageFolder, 'content/index.yaml');

/** The folder with the Markdown texts for agents and sections. */
export const briefsFolder = join(packageFolder, 'content/briefs');

/** The folder with the pages of the documentation. */
export const docsFolder = join(packageFolder, 'content/docs');

/** The folder with programs that the hub hands out unchanged. */
export const programsFolder = join(packageFolder, 'content/programs');

/** The folder with the rules for hosts of plain files. */
export const hostsFolder = join(packageFolder, 'content/hosts');

/** The list of apps, and the folder with the sources of each. */
export const spacesFile = join(packageFolder, 'content/spaces.yaml');
export const spacesFolder = join(packageFolder, 'content/spaces');
