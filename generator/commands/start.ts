// `model-hub start` (npm start): build what is missing or stale, serve it, say what to try.
import process from 'node:process';
import type { Command } from 'commander';
import { runServer } from './serve.ts';

export function define(program: Command): void {
  program
    .command('start')
    .description('build what is missing or stale, then serve')
    .addHelpText('after', '\nExample:\n  $ npm ci && npm start')
    .action(async () => {
      const { readConfig } = await import('../../src/service/config.ts');
      const { readService } = await import('../process/read-service.ts');
      const { createProgress } = await import('../process/progress.ts');
      const { buildHub } = await import('../hub/build-hub.ts');
      const config = readConfig(process.env);
      const service = readService(config);
      const { stamp } = await buildHub(config, service, createProgress());
      const greet = (url: string) => greeting(url, stamp.snapshot, stamp.counts.models);
      await runServer(config, service, { greet });
    });
}

const EXAMPLE = 'sentence-transformers/all-MiniLM-L6-v2';

function greeting(url: string, day: string, models: number): string {
  return `
Model Hub: ${models} models of ${day}. Open ${url}/ or try

  curl -s '${url}/api/models?search=minilm&limit=3'
  curl -sI ${url}/${EXAMPLE}/resolve/main/config.json
  HF_ENDPOINT=${url} hf download ${EXAMPLE}

Ctrl-C stops it.

`;
}
