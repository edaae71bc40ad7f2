// Restores a request as its caller sent it: Cloudflare replaces Accept-Encoding on the way to a Worker, and gives the
// original in `cf`.

/** The parts of Cloudflare's facts about a request that we read. */
interface WithCf extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/** Gives `request` with the caller's own Accept-Encoding, or with none if the caller sent none. */
export function asSent(request: WithCf): Request {
  const own = request.cf?.clientAcceptEncoding;
  if (own === undefined) return request;
  const headers = new Headers(request.headers);
  if (own === '') headers.delete('Accept-Encoding');
  else headers.set('Accept-Encoding', own);
  return new Request(request, { headers });
}
