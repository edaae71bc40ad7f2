// Declares the paths of parts of this package. They do not depend on the working folder.
import { fileURLToPath } from 'node:url';

/** The package's folder, with a trailing slash. */
export const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The shipped catalog: a pointer and its objects. */
export const seedFolder = fileURLToPath(new URL('../../content/catalog', import.meta.url));

/** The file with the operator's public facts, unless HUB_SERVICE names another. */
export const serviceFile = fileURLToPath(new URL('../../content/service.yaml', import.meta.url));

/** The default rules of `model-hub index`. */
export const indexRulesFile = fileURLToPath(new URL('../../content/index.yaml', import.meta.url));

/** The folder with the Markdown texts for agents and sections. */
export const briefsFolder = fileURLToPath(new URL('../../content/briefs', import.meta.url));

/** The folder with the pages of the documentation. */
export const docsFolder = fileURLToPath(new URL('../../content/docs', import.meta.url));

/** The folder with programs that the hub hands out unchanged. */
export const programsFolder = fileURLToPath(new URL('../../content/programs', import.meta.url));

/** The folder with the rules for hosts of plain files. */
export const hostsFolder = fileURLToPath(new URL('../../content/hosts', import.meta.url));

/** The list of apps, and the folder with the sources of each. */
export const spacesFile = fileURLToPath(new URL('../../content/spaces.yaml', import.meta.url));
export const spacesFolder = fileURLToPath(new URL('../../content/spaces', import.meta.url));
