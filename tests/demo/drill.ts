/** The steps of the failover drill. Each step throws an error with a sentence if the hub breaks a promise. */
import type { DemoHub } from './demo-hub.ts';
import { holdersOf, type PlacedModel, type SourceToken } from './demo-sources.ts';
import { type Download, download, resolveAddress } from './download.ts';
import { readHealth, waitForReason } from './health-watch.ts';

type Report = (sentence: string) => void;

/** Throws an error with `sentence` if `truth` is false. */
function ensure(truth: boolean, sentence: string): asserts truth {
  if (!truth) throw new Error(sentence);
}

interface Wanted {
  readonly placed: PlacedModel;
  readonly path: string;
  readonly sha256: string;
}

function everyFile(hub: DemoHub): Wanted[] {
  const { llama, gguf, bert } = hub.sources;
  return [llama, gguf, bert].flatMap((placed) =>
    [...placed.model.files].map(([path, { sha256 }]) => ({ placed, path, sha256 })),
  );
}

function fetchFile(hub: DemoHub, { placed, path }: Wanted, via?: SourceToken): Promise<Download> {
  return download(resolveAddress(hub.base, placed.model.id, path, via));
}

/**
 * Downloads these files and says how many came from each source. Throws if a hash is wrong, or if a file came from
 * `forbidden`.
 */
async function downloadAll(hub: DemoHub, files: readonly Wanted[], forbidden?: string): Promise<string> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const got = await fetchFile(hub, file);
    const name = `${file.placed.model.id}/${file.path}`;
    ensure(got.status === 302, `${name}: the hub answered ${got.status}`);
    ensure(got.expected === file.sha256, `${name}: the hub promised ${got.expected}, the index holds ${file.sha256}`);
    ensure(got.arrived === file.sha256, `${name}: ${got.source} delivered ${got.arrived || 'nothing'}`);
    ensure(got.source !== forbidden, `${name}: sent to ${got.source}, which is known to be bad`);
    counts.set(got.source, (counts.get(got.source) ?? 0) + 1);
  }
  return [...counts].map(([source, count]) => `${count} from ${source}`).join(', ');
}

/** Waits until the hub has probed every source and found the expected hash at each. */
export async function allVerified(hub: DemoHub, report: Report): Promise<void> {
  for (const host of Object.values(hub.hosts)) await waitForReason(hub.base, host, 'verified');
  report(`health: every source verified, order ${(await readHealth(hub.base)).order.join(' > ')}`);
}

/** Downloads every file and checks its hash. Checks that each SHA256SUMS file matches the import row. */
export async function wholeDownload(hub: DemoHub, report: Report): Promise<void> {
  const files = everyFile(hub);
  report(`downloaded ${files.length} files, every hash right: ${await downloadAll(hub, files)}`);
  for (const { model } of [hub.sources.llama, hub.sources.gguf, hub.sources.bert]) {
    const sums = await (await fetch(resolveAddress(hub.base, model.id, 'SHA256SUMS'))).text();
    const wanted = [...model.files].map(([path, file]) => `${file.sha256}  ${path}`);
    ensure(sums.endsWith('\n'), `SHA256SUMS of ${model.id} does not end its last line`);
    const lines = sums.slice(0, -1).split('\n');
    ensure(
      lines.toSorted().join('\n') === wanted.toSorted().join('\n'),
      `SHA256SUMS of ${model.id} differs from the index:\n${sums}`,
    );
  }
  report('SHA256SUMS of all models equal the index');
}

/**
 * Downloads the same file from each source in turn, by `/via/`. If the hashes are equal, nobody has to trust the hub
 * for the file.
 */
export async function pinnedDownloads(hub: DemoHub, report: Report): Promise<void> {
  const file = everyFile(hub).find(({ path }) => path === 'tiny-Q4_K_M.gguf');
  ensure(file !== undefined, 'the demo lost its GGUF file');
  const hashes = new Set<string>();
  for (const token of ['srca', 'srcb', 'ipfs'] as const) {
    const got = await fetchFile(hub, file, token);
    ensure(got.source === hub.hosts[token], `/via/${token} was answered with ${got.source || got.status}`);
    ensure(got.arrived !== '', `/via/${token} delivered nothing`);
    hashes.add(got.arrived);
    report(`/via/${token}: ${got.arrived.slice(0, 16)}… from ${got.source}`);
  }
  ensure(hashes.size === 1 && hashes.has(file.sha256), `the pinned sources disagree: ${[...hashes].join(' ')}`);
  report('three sources, one hash');
}

/**
 * Stops source A. Files that another source has must still arrive. For all other files, the hub must redirect to A
 * with a warning.
 */
export async function lostSource(hub: DemoHub, report: Report): Promise<void> {
  await hub.sources.running.srca.down();
  report(`${hub.hosts.srca} is down`);
  const waited = await waitForReason(hub.base, hub.hosts.srca, 'refused');
  report(`health: ${hub.hosts.srca} refused, noticed after ${Math.round(waited)} ms`);
  const [held, orphaned] = split(hub);
  report(`downloaded ${held.length} files, every hash right: ${await downloadAll(hub, held, hub.hosts.srca)}`);
  for (const file of orphaned) {
    const got = await fetchFile(hub, file);
    ensure(got.status === 302 && !got.sourceOk, `${file.path}: no warning that no holder is up (${got.status})`);
    ensure(got.arrived === '', `${file.path}: arrived from a source that is down`);
  }
  report(`${orphaned.length} files that only ${hub.hosts.srca} holds: offered with X-Hub-Source-Ok: false`);
  await hub.sources.running.srca.up();
  const back = await waitForReason(hub.base, hub.hosts.srca, 'verified');
  report(`${hub.hosts.srca} is back, verified after ${Math.round(back)} ms`);
}

/** Splits the files into those that another source also has, and those that only source A has. */
function split(hub: DemoHub): [held: Wanted[], orphaned: Wanted[]] {
  const elsewhere = (file: Wanted): boolean => holdersOf(file.placed, file.path).some((token) => token !== 'srca');
  const files = everyFile(hub);
  return [files.filter(elsewhere), files.filter((file) => !elsewhere(file))];
}

/**
 * Makes source A send wrong bytes. The client must notice by the hash at once, and the hub must use another source
 * after its next probe.
 */
export async function lyingSource(hub: DemoHub, report: Report): Promise<void> {
  const [held] = split(hub);
  const file = held.find(({ path }) => path === 'model.safetensors');
  ensure(file !== undefined, 'the demo lost its safetensors file');
  hub.sources.running.srca.misbehaviour.wrongBytes = true;
  const lie = await fetchFile(hub, file, 'srca');
  ensure(lie.arrived !== '' && lie.arrived !== lie.expected, 'the flipped byte did not change the hash');
  report(`${hub.hosts.srca} sends a wrong byte: got ${lie.arrived.slice(0, 16)}…, not ${lie.expected.slice(0, 16)}…`);
  const waited = await waitForReason(hub.base, hub.hosts.srca, 'mismatch');
  report(`health: ${hub.hosts.srca} mismatch, noticed after ${Math.round(waited)} ms`);
  report(`downloaded ${held.length} files, every hash right: ${await downloadAll(hub, held, hub.hosts.srca)}`);
  const pinned = await fetchFile(hub, file, 'srca');
  ensure(pinned.source === hub.hosts.srca, 'a pin is obeyed whatever the probe says');
  ensure(pinned.arrived !== file.sha256, 'the pinned source told the truth while told to lie');
  report('a pin to it is still obeyed, and the hash still gives it away');
}

/**
 * Makes source A send correct bytes again, waits until a probe of the hub has verified them, and downloads every
 * file.
 */
export async function recovered(hub: DemoHub, report: Report): Promise<void> {
  hub.sources.running.srca.misbehaviour.wrongBytes = false;
  const waited = await waitForReason(hub.base, hub.hosts.srca, 'verified');
  report(`${hub.hosts.srca} tells the truth again, verified after ${Math.round(waited)} ms`);
  const files = everyFile(hub);
  report(`downloaded ${files.length} files, every hash right: ${await downloadAll(hub, files)}`);
}
