// The worker that hashes the files that it gets, one at a time. It runs in another thread than the page, so that the
// page stays responsive.
import { hashFile } from './hash-file.ts';

export type Report = { done: number } | { sha256: string } | { fault: string };

const report = (message: Report) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  hashFile(data, (done) => report({ done })).then(
    (sha256) => report({ sha256 }),
    (error: Error) => report({ fault: reasonOf(error) }),
  );
});

/**
 * Describes a failure. Browsers report `NotReadableError` for a file that was moved or changed, or that the page may
 * not read.
 */
function reasonOf({ name, message }: Error): string {
  const isGone = name === 'NotReadableError' || name === 'NotFoundError';
  return isGone ? 'it was moved, changed or can’t be read' : message;
}
