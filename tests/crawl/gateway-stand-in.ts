// A fake IPFS gateway on loopback: serves files beneath roots, with the headers that describe their blocks.
import { hash } from 'node:crypto';
import { error, type Reply, type StandIn, startStandIn } from './stand-in.ts';

export interface GatewayStandIn extends StandIn {
  /** The content of each file, by root and path. */
  roots: Record<string, Record<string, string | Buffer>>;
  /** True if answers name the CID of the file in X-Ipfs-Roots, as one raw block. */
  namesBlocks: boolean;
}

/** A text in the form of a root CID. */
export const ROOT = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

/** Starts a gateway with these roots. */
export async function startGatewayStandIn(roots: GatewayStandIn['roots']): Promise<GatewayStandIn> {
  const standIn: StandIn = await startStandIn(({ url }) => answerOf(gateway, decodeURIComponent(url!)));
  const gateway = Object.assign(standIn, { roots, namesBlocks: false });
  return gateway;
}

function answerOf({ roots, namesBlocks }: GatewayStandIn, url: string): Reply {
  const [, root = '', path = ''] = /^\/ipfs\/([^/]+)\/(.+)$/.exec(url) ?? [];
  const content = roots[root]?.[path];
  if (content === undefined) return error(404, 'no link named so');
  const blocks = namesBlocks ? { 'X-Ipfs-Roots': `${root},${rawCid(content)}` } : {};
  return { status: 200, headers: { 'Content-Type': 'application/octet-stream', ...blocks }, body: content };
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns the CID of bytes as one raw block, in version 1 and base 32. */
export function rawCid(content: string | Buffer): string {
  const bits = [...Buffer.from(`01551220${hash('sha256', content)}`, 'hex')].map((byte) =>
    byte.toString(2).padStart(8, '0'),
  );
  const digits = bits.join('').padEnd(290, '0').match(/.{5}/g)!;
  return `b${digits.map((digit) => BASE32[Number.parseInt(digit, 2)]).join('')}`;
}
