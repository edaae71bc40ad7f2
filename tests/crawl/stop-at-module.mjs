// Preloaded into a command: sends it SIGTERM while it loads the module of a given number behind the command line's own.
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
