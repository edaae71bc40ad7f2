// Pins: models whose files lie on IPFS beneath a root, asked for at a gateway. No bytes of weights are read.
import { hash } from 'node:crypto';
import { sha256OfRawBlock } from '../../../src/nouns/cid.ts';
import { type Source, sourceUrl } from '../../../src/service/sources.ts';
import type { KnownFile, KnownModel, OtherFound, OtherSource } from './other-source.ts';

/** A model at a revision whose files lie beneath a root. */
interface RootPin {
  model: string;
  revision: string;
  /** A CID. */
  root: string;
  /** The day it was pinned, where that is known. */
  pinned?: string;
}

/** Remembers what was found beneath roots: what a root names never changes. */
interface PinMemory {
  /** Of a root that was found to hold all of these files as they are known. */
  isProved(root: string, files: string): boolean;
  keepProved(root: string, files: string): void;
}

interface GatewaySettings {
  source: Source;
  fetch: typeof fetch;
  pins: readonly RootPin[];
  memory: PinMemory;
}

/** Files up to so many bytes are read and hashed where the gateway names no block that proves them. */
const SMALL = 256 * 1024;

type Answer = 'held' | 'none' | { sha256: string };

/** Finds models that are pinned at the very revision. */
export function gatewaySource({ source, fetch, pins, memory }: GatewaySettings): OtherSource {
  const byModel = new Map(pins.map((pin) => [`${pin.model.toLowerCase()} ${pin.revision}`, pin]));
  const gateway = { source, fetch };
  return {
    source: source.token,
    display: source.display,
    async ask(model) {
      const pin = byModel.get(`${model.id.toLowerCase()} ${model.revision}`);
      if (!pin) return undefined;
      const files = hash('sha256', JSON.stringify(model.files.map(({ path, sha256 }) => [path, sha256])));
      const names = { root: pin.root, ...(pin.pinned === undefined ? {} : { pinned: pin.pinned }) };
      if (memory.isProved(pin.root, files) && (await isStillThere(gateway, pin.root, model)))
        return { kind: 'place', source: source.token, names, differs: [] };
      const found = await allOf(gateway, pin.root, model);
      if (found.kind === 'place' && !found.held && found.differs.length === 0) memory.keepProved(pin.root, files);
      return found.kind === 'place' ? { ...found, names } : found;
    },
  };
}

interface Gateway {
  source: Source;
  fetch: typeof fetch;
}

/** One question: what is beneath a root is there or not, never other than it was. */
async function isStillThere(gateway: Gateway, root: string, { files }: KnownModel): Promise<boolean> {
  const largest = files.reduce((one, other) => (other.size > one.size ? other : one));
  const told = await headOf(gateway, root, largest);
  return told !== undefined && told.size === largest.size;
}

/** Every file, one after the other: a gateway that has to look for them is not helped by haste. */
async function allOf(gateway: Gateway, root: string, { files }: KnownModel): Promise<OtherFound> {
  const source = gateway.source.token;
  const held: string[] = [];
  const differs: { path: string; sha256: string }[] = [];
  for (const file of files) {
    const answer = await fileAt(gateway, root, file);
    if (answer === 'held') held.push(file.path);
    else if (answer !== 'none') differs.push({ path: file.path, sha256: answer.sha256 });
  }
  if (held.length === 0 && differs.length === 0) return { kind: 'absent', source };
  return { kind: 'place', source, names: {}, differs, ...(held.length === files.length ? {} : { held }) };
}

/**
 * A file is held when its size is right, and its bytes are wherever that can be told without reading weights: by the
 * name of its block where it is one raw block, else by reading it where it is small.
 */
async function fileAt(gateway: Gateway, root: string, file: KnownFile): Promise<Answer> {
  const told = await headOf(gateway, root, file);
  if (!told) return 'none';
  const proved = told.cid === undefined ? undefined : sha256OfRawBlock(told.cid);
  if (proved !== undefined) return proved === file.sha256 ? 'held' : { sha256: proved };
  if (told.size !== undefined && told.size !== file.size) return 'none';
  if (file.size > SMALL) return told.size === file.size ? 'held' : 'none';
  const response = await gateway.fetch(urlOf(gateway, root, file), { headers: IDENTITY });
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  const sha256 = hash('sha256', new Uint8Array(await response.arrayBuffer()));
  return sha256 === file.sha256 ? 'held' : { sha256 };
}

/** A length that counts what is sent, not what is compressed of it. */
const IDENTITY = { 'Accept-Encoding': 'identity' };

/** What the gateway says of a file; undefined when there is none beneath the root. */
async function headOf(gateway: Gateway, root: string, file: KnownFile) {
  const response = await gateway.fetch(urlOf(gateway, root, file), { method: 'HEAD', headers: IDENTITY });
  if (response.status === 404 || response.status === 410) return undefined;
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  const length = response.headers.get('content-length');
  // The CIDs of the path's parts, the last of them the file's own (path gateway specification, "X-Ipfs-Roots").
  const cid = response.headers.get('x-ipfs-roots')?.split(',').at(-1)?.trim();
  return { size: length === null ? undefined : Number(length), cid };
}

const urlOf = ({ source }: Gateway, root: string, { path }: KnownFile) => sourceUrl(source, { root }, path);
