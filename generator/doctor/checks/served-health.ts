// Asks an address whether it is a hub, and for its health.

/**
 * Gives the status of the hub's health. If the address is no hub, gives the reason instead, as words that follow the
 * address in a sentence.
 */
export async function healthAt(base: string, signal: AbortSignal): Promise<{ status: string } | { fault: string }> {
  const response = await fetch(`${base}/healthz`, { redirect: 'manual', signal });
  const to = response.headers.get('location');
  if (to !== null) return { fault: `leads elsewhere (${response.status} to ${to})` };
  const health = (await response.json().catch(() => undefined)) as
    | { status?: unknown; modules_ready?: unknown }
    | undefined;
  if (typeof health?.status === 'string' && health.modules_ready !== undefined) return { status: health.status };
  return { fault: `answers with ${response.status}, and not as a hub does` };
}
