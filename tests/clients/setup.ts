/** Runs once before the client tests: finds or installs the clients and tells every test file where they are. */
import type { TestProject } from 'vitest/node';
import { type Clients, findClients } from './machine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clients: Clients;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('clients', await findClients((sentence) => console.log(sentence)));
}
