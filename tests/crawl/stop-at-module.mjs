// Preloaded into a command: sends the process SIGTERM while it loads the module with the number STOP_AT_MODULE. The
// count begins with 0 at the module of the command line, generator/cli.ts.
import { registerHooks } from 'node:module';
import process from 'node:process';

let left = Number(process.env.STOP_AT_MODULE);
let hasBegun = false;
registerHooks({
  load(url, context, next) {
    hasBegun ||= url.endsWith('/generator/cli.ts');
    if (hasBegun && left-- === 0) process.kill(process.pid, 'SIGTERM');
    return next(url, context);
  },
});
