// Runs the registry of the CNCF Distribution project, which is written in Go, with given manifests in its folder.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findGoProgram, type GoProgram } from '../clients/go-programs.ts';
import { freePort } from '../fixtures/free-port.ts';
import type { BenchSettings } from './row.ts';

const program: GoProgram = {
  module: 'github.com/distribution/distribution/v3',
  version: 'v3.1.2',
  folder: 'cmd/registry',
};

/** A manifest that the registry serves as `latest` of its repository. */
export interface StoredManifest {
  repository: string;
  /** The digest of the manifest: `sha256:` and 64 hex digits. */
  digest: string;
  bytes: Buffer;
  /** The digest of a weight file that is a layer of the manifest. */
  weight: string;
}

interface Distribution {
  url: string;
  /** The registry's name and version, for notes. */
  name: string;
  stop(): Promise<void>;
}

/**
 * Starts the registry. Builds it unless an earlier run has built it. If this machine can't build it, returns the
 * reason.
 */
export async function startDistribution(
  { folder, say }: BenchSettings,
  manifests: readonly StoredManifest[],
): Promise<Distribution | { missing: string }> {
  const client = await findGoProgram(program, say);
  if ('missing' in client) return client;
  const home = join(folder, 'distribution');
  for (const manifest of manifests) store(join(home, 'data'), manifest);
  const port = await freePort();
  const configuration = join(home, 'config.yml');
  writeFileSync(configuration, configurationText(port, join(home, 'data')));
  // This machine has no collector of traces, so the registry must not send traces.
  const environment = { ...process.env, OTEL_TRACES_EXPORTER: 'none' };
  const child = spawn(client.path, ['serve', configuration], { env: environment, stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/v2/`);
  return {
    url,
    name: `distribution ${program.version}`,
    stop() {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

/**
 * Writes a manifest as the registry's own `filesystem` driver does: its bytes once, and links to them by tag and by
 * digest.
 */
function store(data: string, { repository, digest, bytes }: StoredManifest): void {
  const write = (path: string, content: Buffer | string) => {
    const file = join(data, 'docker/registry/v2', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const hex = digest.slice('sha256:'.length);
  const manifests = `repositories/${repository}/_manifests`;
  write(`blobs/sha256/${hex.slice(0, 2)}/${hex}/data`, bytes);
  write(`${manifests}/revisions/sha256/${hex}/link`, digest);
  write(`${manifests}/tags/latest/current/link`, digest);
  write(`${manifests}/tags/latest/index/sha256/${hex}/link`, digest);
}

function configurationText(port: number, data: string): string {
  return `version: 0.1
log: { level: warn }
storage:
  filesystem: { rootdirectory: ${JSON.stringify(data)} }
  cache: { blobdescriptor: inmemory }
http: { addr: "127.0.0.1:${port}" }
`;
}

/** Waits until something answers at `url`. Throws after ten seconds. */
async function answering(url: string): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`distribution does not answer at ${url}`);
}
