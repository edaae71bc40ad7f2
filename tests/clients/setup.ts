/** Runs once before the client tests: finds or installs the clients, and gives their paths to every test file. */
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
