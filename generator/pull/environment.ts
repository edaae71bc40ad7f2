// Reads the tokens of sources from the environment.
import { UsageFailure } from '../process/failure.ts';

/** The environment variable with the tokens: `host=token`, several separated by commas or spaces. */
export const PULL_TOKENS = 'HUB_SOURCE_TOKENS';

/**
 * Reads the tokens by host, which is `host` or `host:port`. Throws a UsageFailure, whose message does not show the
 * token.
 */
export function hostTokens(text: string | undefined): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const pair of (text ?? '').split(/[\s,]+/)) {
    if (pair === '') continue;
    const [, host, token] = /^([a-z0-9.-]+(?::\d+)?|\[[0-9a-f:]+\](?::\d+)?)=([!-~]+)$/i.exec(pair) ?? [];
    if (host === undefined || token === undefined)
      throw new UsageFailure(`${PULL_TOKENS} must list tokens by host, such as files.example.org=TOKEN.`);
    tokens.set(host.toLowerCase(), token);
  }
  return tokens;
}

/** Returns the token for a URL; undefined for an unencrypted connection, except to this machine. */
export function tokenFor(tokens: ReadonlyMap<string, string>, url: URL): string | undefined {
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || isLocal ? tokens.get(url.host) : undefined;
}
