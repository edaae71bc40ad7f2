// `model-hub key`: makes a new key that signs the log.
import process from 'node:process';
import { publicBaseUrl, readConfig } from '../../src/service/config.ts';

interface Options {
  out?: string;
  json?: true;
}

export async function run(name: string | undefined, { out = 'signing.key', json }: Options): Promise<void> {
  const { makeKey, usesOf } = await import('../log/make-key.ts');
  const made = makeKey(name ?? (await usualName()), out);
  if (!json) process.stderr.write(`${usesOf(made)}\n`);
  process.stdout.write(`${json ? JSON.stringify(made) : made.verifier}\n`);
}

async function usualName(): Promise<string> {
  const { logName } = await import('../log/keep-log.ts');
  const { readService } = await import('../process/read-service.ts');
  const config = readConfig(process.env);
  return logName(publicBaseUrl(config, readService(config)));
}
