// Asks whoever answers at an address whether it is a hub, and how it is.

/** The status of its health, or why it is no hub: words that follow its address. */
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
