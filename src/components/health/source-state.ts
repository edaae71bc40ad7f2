// Says in plain words what the last probe of a source means.
import { own } from '../../basics/records.ts';
import type { HubHealth, ProbeReason, SourceHealth } from '../../shapes/live.ts';
import type { SiteHub } from '../../site/site-hub.ts';

/** The state of a source. `unknown`: it was never probed, so it is neither up nor down. */
export interface SourceState {
  mark: 'good' | 'bad' | 'unknown';
  word: string;
  sentence: string;
}

const sentences: Record<ProbeReason, string> = {
  verified: 'Sent a test file whose hash was right',
  reached: 'Answered; nothing was hashed',
  mismatch: 'Sent wrong bytes',
  status: 'Answered with an error',
  timeout: 'Did not answer in time',
  dns: 'Its name did not resolve',
  refused: 'Refused the connection',
  tls: 'Its certificate or encryption failed',
  unprobed: 'Offered without a check',
};

/** Gives the mark and the words for what the last probe of a source found. */
export function sourceState({ ok, checked, reason }: SourceHealth): SourceState {
  if (!ok) return { mark: 'bad', word: 'Down', sentence: reason ? sentences[reason] : 'The last check failed' };
  if (checked === null) return { mark: 'unknown', word: 'Not checked', sentence: sentences.unprobed };
  const sentence = sentences[reason ?? 'reached'];
  return { mark: 'good', word: reason === 'verified' ? 'Verified' : 'Up', sentence };
}

/** Gives the state of a source of `model`; undefined in an export. */
export function stateFor(
  hub: Pick<SiteHub, 'health' | 'isExport' | 'refuses'>,
  model: string,
  { host, token }: { host: string; token: string },
): SourceState | undefined {
  if (hub.isExport) return undefined;
  if (hub.refuses(model, token)) return { mark: 'bad', word: 'Refuses', sentence: 'Up, but refuses this model' };
  return sourceState(own(hub.health().sources, host) ?? { ok: true, checked: null });
}

/** Counts the sources that were probed, and those of them that are down. */
export function askedSources({ order, sources }: HubHealth): { asked: number; down: number } {
  const marks = order.flatMap((name) => {
    const source = own(sources, name);
    return source ? [sourceState(source).mark] : [];
  });
  const down = marks.filter((mark) => mark === 'bad').length;
  return { asked: marks.filter((mark) => mark !== 'unknown').length, down };
}
