// Finds the folder of this package, from the sources and from the modules that `npm pack` makes of them.
import { fileURLToPath } from 'node:url';

/** The package's folder, with a trailing slash. The folders of this module and of the made modules lie two levels below. */
export const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
