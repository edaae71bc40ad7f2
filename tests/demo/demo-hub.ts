/** Starts a whole hub over the demo's sources in a temporary folder, with the product's own commands. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.ts';
import { type DemoSources, importLines, type SourceToken, startDemoSources } from './demo-sources.ts';
import { type ProductEnvironment, runCommand, type ServedHub, serveHub } from './product.ts';
import { demoService } from './service-file.ts';

export interface DemoHub {
  readonly base: string;
  readonly sources: DemoSources;
  /** The host name of each source, as in `/api/hub/health` and in `X-Hub-Source`. */
  readonly hosts: Readonly<Record<SourceToken, string>>;
  readonly environment: ProductEnvironment;
  readonly served: ServedHub;
  /** Makes a new folder in the hub's temporary folder. */
  folder(): Promise<string>;
  /**
   * Ends the service and the sources, and removes all files. Returns the exit code of the service; null if it had
   * to be killed.
   */
  close(): Promise<number | null>;
}

interface DemoHubOptions {
  /** The seconds between two probes of a source, or `off`. */
  readonly probe: string;
  /** More import rows, besides those of the demo's models. */
  readonly more?: readonly object[];
  /** The public address, which built documents contain; by default the address at which the service listens. */
  readonly address?: string;
  /** The private key that signs attestations, as PEM. */
  readonly attestationKey?: string;
  /** True: a key signs the log. */
  readonly isSigned?: boolean;
  /** The `HOST:PORT` at which the service shows its metrics. */
  readonly metrics?: string;
  /** Receives a sentence about each finished step. */
  readonly report?: (sentence: string) => void;
}

/** Starts the sources, imports the rows, builds the tree and serves the hub. If a step fails, ends everything. */
export async function startDemoHub({
  probe,
  more = [],
  address,
  attestationKey,
  metrics,
  isSigned = false,
  report = () => {},
}: DemoHubOptions): Promise<DemoHub> {
  const root = await mkdtemp(join(tmpdir(), 'model-hub-demo-'));
  const sources = await startDemoSources();
  const clean = async (): Promise<void> => {
    await sources.down();
    await rm(root, { recursive: true, force: true });
  };
  try {
    const service = await demoService(sources.probes);
    const usual = await demoEnvironment(root, sources, probe, address);
    const environment = {
      ...usual,
      ...(attestationKey !== undefined && { HUB_ATTESTATION_KEY: attestationKey }),
      ...(metrics !== undefined && { HUB_METRICS: metrics }),
      ...(isSigned && { HUB_SIGNING_KEY: `file:${join(root, 'signing.key')}` }),
    };
    const rows = join(root, 'rows.jsonl');
    await writeFile(environment.HUB_SERVICE, service.text);
    await writeFile(rows, (await importLines(sources)) + more.map((row) => `${JSON.stringify(row)}\n`).join(''));
    if (isSigned) await runCommand(['key', 'demo.example/log', '--out', join(root, 'signing.key')], usual);
    await runCommand(['import', rows], environment);
    report(`imported ${(await readFile(rows, 'utf8')).trimEnd().split('\n').length} rows`);
    await runCommand(['build'], environment);
    report('built the static tree');
    const served = await serveHub(environment);
    report(`serving at ${served.base}`);
    return {
      base: served.base,
      sources,
      hosts: service.hosts,
      environment,
      served,
      folder: () => mkdtemp(join(root, 'work-')),
      close: async () => {
        const code = await served.stop();
        await clean();
        return code;
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}

async function demoEnvironment(
  root: string,
  sources: DemoSources,
  probe: string,
  address: string | undefined,
): Promise<ProductEnvironment> {
  const port = String(await freePort());
  return {
    HOST: '127.0.0.1',
    PORT: port,
    // Built documents contain the address, so build and serve must use the same one.
    HUB_BASE_URL: address ?? `http://127.0.0.1:${port}`,
    HUB_DATA: join(root, 'data'),
    HUB_DIST: join(root, 'dist'),
    HUB_SERVICE: join(root, 'service.yaml'),
    HUB_SOURCE_SRCA: sources.running.srca.url,
    HUB_SOURCE_SRCB: sources.running.srcb.url,
    HUB_SOURCE_IPFS: sources.running.ipfs.url,
    HUB_PROBE: probe,
    HUB_PUBLISHER_TOKEN: 'demo-publisher',
  };
}
