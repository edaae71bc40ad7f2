// Preloaded into a command: kills the process before the statement with the number KILL_AT_STATEMENT that writes to a
// SQLite database, counted from 0.
import process from 'node:process';
import { DatabaseSync, StatementSync } from 'node:sqlite';

let left = Number(process.env.KILL_AT_STATEMENT);
for (const [owner, name] of [
  [DatabaseSync.prototype, 'exec'],
  [StatementSync.prototype, 'run'],
]) {
  const write = owner[name];
  owner[name] = function (...words) {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
    return write.apply(this, words);
  };
}
