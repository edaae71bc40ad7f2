// The hub as the module that Deno and Bun serve: `deno serve -A functions/hosts/web/fetch.ts`, `bun functions/hosts/web/fetch.ts`.
import { openEnvironmentHub } from './environment-hub.ts';
import { toFetch } from './web.ts';

export default { fetch: toFetch(await openEnvironmentHub()) };
