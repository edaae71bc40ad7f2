// Runs the export command: reads the settings, and exports the current tree once.
import { letThrough } from '../../functions/stores/bytes/close-data.ts';
import { readably } from '../../functions/stores/bytes/file-modes.ts';
import { bucketPlace, type Environment, readConfig } from '../../src/service/config.ts';
import { onDisk } from '../files/full-disk.ts';
import { takeOutFirst } from '../hub/take-out-first.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { type ExportReport, exportHub } from './export-hub.ts';

interface ExportRequest {
  /** The folder to write, or a bucket: `s3://BUCKET/PREFIX`. */
  to: string;
  isCompressed: boolean;
  hasDirections: boolean;
  /** True if the export writes attestations too, signed with HUB_ATTESTATION_KEY. */
  isAttested?: boolean;
  isAgain: boolean;
  isDry: boolean;
}

/**
 * Gives the bucket that `to` names; undefined for a folder. Throws a ConfigError for a wrong bucket, or a missing
 * variable.
 */
export const exportBucket = (env: Environment, to: string) =>
  to.startsWith('s3:') ? bucketPlace(env, to, to) : undefined;

/**
 * Exports the tree of HUB_DIST. Rejects with a Failure if the tree is missing or was built for another address, if the
 * disk is full, or if the destination has files that no export wrote.
 */
export async function runExport(env: Environment, request: ExportRequest, progress: Progress): Promise<ExportReport> {
  const config = readConfig(env);
  const bucket = exportBucket(env, request.to);
  const service = readService(config);
  if (request.isAttested && config.attestationKey === undefined)
    throw new Failure('Attestations are signed with HUB_ATTESTATION_KEY, which is not set: name the key there.');
  const attestationKey = request.isAttested ? config.attestationKey : undefined;
  const built = currentStamp(config.dist)?.stamp.baseUrl;
  const wanted = config.baseUrl ?? service.baseUrl;
  if (built !== undefined && wanted !== undefined && built !== wanted)
    throw new Failure(
      `The tree in ${config.dist} was built for ${built}, which its files name: run "model-hub build" with HUB_BASE_URL=${wanted} first.`,
    );
  if (!request.isDry) await takeOutFirst(config, progress);
  const settings = { ...request, bucket, dist: config.dist, service, attestationKey };
  const advice = 'Make room and export again; what was there before is served.';
  const folder = bucket ? config.dist : request.to;
  if (!bucket) letThrough(folder, config.data);
  return readably(() => onDisk([{ folder }], advice, () => exportHub(settings, progress)));
}
