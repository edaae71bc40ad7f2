// The program of a thread that writes files about models. changed-models.ts starts the threads.
import { workerData } from 'node:worker_threads';
import { openPages, viewLocalHub } from '../../functions/hosts/local-hub.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { loadAttestations } from '../../src/attestation/load-attestations.ts';
import { Secret } from '../../src/basics/secret.ts';
import { answerJobs } from '../tree/worker-pool.ts';
import { exportModels, type ModelSettings } from './changed-models.ts';
import type { ExportJob } from './export-record.ts';
import { ExportSite } from './export-site.ts';
import { TREE_MEMORY } from './open-export.ts';

const settings = workerData as ModelSettings;
const { dist, service, website, attestationKey } = settings;
const tree = openTree(dist, settings.tree, { memory: TREE_MEMORY });
const attestations = await loadAttestations(attestationKey === undefined ? undefined : new Secret(attestationKey));
const pages = await openPages(website ?? dist);
const site = new ExportSite(pages, await viewLocalHub(tree, service), attestations);

const folders = new Set<string>();

answerJobs((jobs: ExportJob[]) => exportModels({ ...settings, site, tree, folders }, jobs));
