// A thread of an export.
import { workerData } from 'node:worker_threads';
import { openPlainWebsite } from '../../../functions/hosts/node/node-website.ts';
import { openTree } from '../../../functions/stores/tree/node-tree.ts';
import { loadAttestations } from '../../../src/attestation/load-attestations.ts';
import { Secret } from '../../../src/basics/secret.ts';
import { answerJobs } from '../../tree/threads/answer-jobs.ts';
import { ExportSite } from './export-site.ts';
import { ModelExporter, type ModelJob } from './model-exporter.ts';
import type { ThreadSettings } from './model-threads.ts';

const settings = workerData as ThreadSettings;
const { dist, service, website, hasHub, loggedAs, attestationKey } = settings;
const tree = openTree(dist, settings.tree);
const attestations = await loadAttestations(attestationKey === undefined ? undefined : new Secret(attestationKey));
const site = new ExportSite(openPlainWebsite(website ?? dist), tree, service, { hasHub, loggedAs, attestations });
const exporter = new ModelExporter(site, settings);

answerJobs((jobs: ModelJob[]) => exporter.write(jobs));
