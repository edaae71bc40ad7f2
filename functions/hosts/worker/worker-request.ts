// Restores a request as its caller sent it: Cloudflare replaces Accept-Encoding on the way to a Worker, and gives the
// original in `cf`.

/** The parts of a request with Cloudflare's facts that we read. */
interface WithCf extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/** Gives `request` with the Accept-Encoding that the caller sent, or without one if the caller sent none. */
export function asSent(request: WithCf): Request {
  const own = request.cf?.clientAcceptEncoding;
  if (own === undefined) return request;
  const headers = new Headers(request.headers);
  if (own === '') headers.delete('Accept-Encoding');
  else headers.set('Accept-Encoding', own);
  return new Request(request, { headers });
}
