/**
 * `npm run install:clients`: installs the real clients and servers of the tests, so that no test is skipped because a
 * client is missing.
 */
import { findClients } from './machine.ts';

const clients = await findClients((sentence) => console.log(sentence));
for (const [name, client] of Object.entries(clients))
  console.log('path' in client ? `${name}: ${client.path}` : `${name}: none, ${client.missing}`);
