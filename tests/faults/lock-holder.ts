// Simulates another process that keeps writing to the database: holds the write lock until a message releases it.
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2]!, { timeout: 5000 });
database.exec('BEGIN IMMEDIATE');
process.send!('locked');
process.once('message', () => {
  database.exec('COMMIT');
  database.close();
  process.disconnect();
});
// Ends with its parent.
process.once('disconnect', () => process.exit());
