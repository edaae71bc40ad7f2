// The rows of the route table for downloaders: a model in one document, with its files and their addresses at every
// source.
import { built, live } from './route.ts';
import { model } from './row-facts.ts';

const METALINK = 'application/metalink4+xml';
const CYCLONEDX = 'application/vnd.cyclonedx+json; version=1.6';

export const lockRoutes = {
  modelLock: live('/models/{owner}/{name}/lock.json', {
    file: true,
    ...model,
    summary: 'The lock of a model: every file with its size, its SHA-256 and its address at each source',
  }),
  modelMetalink: live('/models/{owner}/{name}/model.meta4', {
    file: true,
    ...model,
    type: METALINK,
    summary: 'The same as a Metalink (RFC 5854), which aria2 downloads by',
  }),
  modelBill: live('/models/{owner}/{name}/cyclonedx.json', {
    file: true,
    ...model,
    type: CYCLONEDX,
    summary: 'The bill of materials of a model, CycloneDX 1.6',
  }),
  lockSchema: built('/docs/lock.schema.json', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['json'],
    summary: 'The JSON schema of a lock',
  }),
} as const;
