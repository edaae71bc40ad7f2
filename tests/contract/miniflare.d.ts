// What is used of miniflare, which is no package of ours: it comes with wrangler.
export class Miniflare {
  constructor(options: Record<string, unknown>);
  ready: Promise<URL>;
  getR2Bucket(name: string): Promise<{ put(key: string, value: Uint8Array): Promise<unknown> }>;
  dispose(): Promise<void>;
}
