// Simulates another process that writes to the database: holds the write lock until a message comes.
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
// This process ends when its parent process ends.
process.once('disconnect', () => process.exit());
