// Restores the Accept-Encoding of a request: Cloudflare replaces it on the way to a Worker, and puts the original in
// `cf`.

/** A request with the facts of Cloudflare that the hub reads. */
interface WithCf extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/** Returns `request` with the Accept-Encoding that the caller sent, or without one if the caller sent none. */
export function asSent(request: WithCf): Request {
  const own = request.cf?.clientAcceptEncoding;
  if (own === undefined) return request;
  const headers = new Headers(request.headers);
  if (own === '') headers.delete('Accept-Encoding');
  else headers.set('Accept-Encoding', own);
  return new Request(request, { headers });
}
