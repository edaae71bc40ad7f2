/**
 * The command `npm run demo`: runs the failover drill on loopback with real bytes, and checks every hash.
 */
import { startDemoHub } from './demo-hub.ts';
import { allVerified, lostSource, lyingSource, pinnedDownloads, recovered, wholeDownload } from './drill.ts';

const began = performance.now();

/** Prints the seconds since the start, then the sentence. */
function report(sentence: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(2).padStart(7)} s  ${sentence}`);
}

async function drill(): Promise<void> {
  const hub = await startDemoHub({ probe: '1', report });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void hub.close().finally(() => process.exit(1)));
  }
  try {
    for (const step of [allVerified, wholeDownload, pinnedDownloads, lostSource, lyingSource, recovered]) {
      await step(hub, report);
    }
  } catch (error) {
    console.error(`\nThe service printed:\n${hub.served.printed()}`);
    throw error;
  } finally {
    report(`the service exited with ${await hub.close()}`);
  }
}

try {
  await drill();
  report('the drill passed');
} catch (error) {
  report(`the demo FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
