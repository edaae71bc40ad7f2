/** `npm run install:clients`: gets the real clients and servers that the tests try, so that none of these skips for their lack. */
import { findClients } from './machine.ts';

const clients = await findClients((sentence) => console.log(sentence));
for (const [name, client] of Object.entries(clients))
  console.log('path' in client ? `${name}: ${client.path}` : `${name}: none, ${client.missing}`);
