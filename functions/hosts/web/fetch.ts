// The hub as the module that Deno and Bun serve: `deno serve -A functions/hosts/web/fetch.ts`, `bun functions/hosts/web/fetch.ts`.
import process from 'node:process';
import { shownText } from '../../../src/basics/shown-text.ts';
import { openEnvironmentHub } from './environment-hub.ts';
import { toFetch } from './web.ts';

/** What a person can mend is said in one sentence: Bun would show the code that threw, and Deno a stack. */
function refuse({ name, message, stack = message }: Error): never {
  process.stderr.write(`model-hub: ${shownText(name === 'Error' ? message : stack)}\n`);
  process.exit(1);
}

const { hub, host: hostname, port } = await openEnvironmentHub().catch(refuse);

// Bun listens where it is told to here, and Deno where its command line says.
export default { hostname, port, fetch: toFetch(hub) };
