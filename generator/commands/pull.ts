// `model-hub pull`: downloads a model from all its sources at once, and checks every byte.
import process from 'node:process';
import { publicBaseUrl, readConfig } from '../../src/service/config.ts';
import type { PullOptions } from '../pull/pull-model.ts';

export async function run(model: string, files: string[], options: PullOptions): Promise<void> {
  const { pullModel } = await import('../pull/pull-model.ts');
  const hub = options.hub ?? process.env.HUB_URL ?? (await configuredHub());
  const { ok } = await pullModel(model, files, { ...options, hub });
  if (!ok) process.exitCode = 1;
}

async function configuredHub(): Promise<string> {
  const { readService } = await import('../process/read-service.ts');
  const config = readConfig(process.env);
  return publicBaseUrl(config, readService(config));
}
