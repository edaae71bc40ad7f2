// Requests files from the hub, or from the export that has this page. An error's message is a sentence without a full
// stop.

const AWAY = 'the hub can’t be reached, or takes more than a minute';
const PATIENCE_MS = 60_000;

/**
 * The statuses with which file servers report a missing file. Some file servers answer 200 with an HTML page instead.
 */
const ABSENT = [403, 404];
const isPage = ({ headers }: Response) => /^text\/html\b/i.test(headers.get('content-type') ?? '');

async function answerAt(path: string): Promise<Response | undefined> {
  const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  if (!response) throw new Error(AWAY);
  if (ABSENT.includes(response.status) || (response.ok && isPage(response))) return undefined;
  if (!response.ok) throw new Error(`the hub answered ${response.status} to ${path}`);
  return response;
}

/** Reads the JSON at `path`; undefined if nothing is there. */
export async function readJson(path: string): Promise<unknown> {
  const response = await answerAt(path);
  return response?.json();
}

/** Reads the bytes at `path`; undefined if nothing is there. Rejects when there are more than `most` bytes. */
export async function readBytes(path: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const response = await answerAt(path);
  if (!response) return undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read().catch(() => Promise.reject(new Error(AWAY)));
    if (!read || read.done) return new Blob(chunks).arrayBuffer().then((bytes) => new Uint8Array(bytes));
    chunks.push(read.value);
    length += read.value.length;
    if (length <= most) continue;
    await reader!.cancel();
    throw new Error(`${path} is larger than the ${most} bytes that are allowed`);
  }
}
