// Where the parts of this package lie, whatever the working folder is.
import { fileURLToPath } from 'node:url';

/** The package's folder, with a trailing slash. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The catalog that ships: a pointer and its objects. */
export const seedFolder = fileURLToPath(new URL('../content/catalog', import.meta.url));

/** The operator's public facts, unless HUB_SERVICE names another file. */
export const serviceFile = fileURLToPath(new URL('../content/service.yaml', import.meta.url));
