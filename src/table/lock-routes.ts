// A model for downloaders, a part of the route table: its files with every source's own address, as one document.
import { built, live } from './route.ts';
import { model } from './row-facts.ts';

export const lockRoutes = {
  modelLock: live('/models/{owner}/{name}/lock.json', {
    file: true,
    ...model,
    summary: 'The lock of a model: every file with its size, its SHA-256 and its address at each source',
  }),
  lockSchema: built('/docs/lock.schema.json', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['json'],
    summary: 'The JSON schema of a lock',
  }),
} as const;
