// Exports the hub for Deno and Bun: `deno serve -A functions/hosts/web/fetch.ts`, `bun functions/hosts/web/fetch.ts`.
import process from 'node:process';
import { shownText } from '../../../src/basics/shown-text.ts';
import { toFetch } from '../../rim/fetch-hub.ts';
import { openEnvironmentHub } from '../environment-hub.ts';

/**
 * Ends the process. Prints one sentence for a fault that a person can mend, and a stack for a bug. Without this
 * function, Bun would print the code that threw, and Deno a stack even for a fault that a person can mend.
 */
function refuse({ name, message, stack = message }: Error): never {
  process.stderr.write(`model-hub: ${shownText(name === 'Error' ? message : stack)}\n`);
  process.exit(1);
}

const { hub, host: hostname, port } = await openEnvironmentHub().catch(refuse);

// Bun listens at this address. Deno takes the address from its command line.
export default { hostname, port, fetch: toFetch(hub) };
