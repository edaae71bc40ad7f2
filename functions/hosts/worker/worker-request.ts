// A request as its caller sent it: on the way to a worker Cloudflare writes an Accept-Encoding of its own, and says elsewhere what it was.

/** What Cloudflare tells of a request, as far as it is read. */
interface WithCf extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/** `request` with the caller's own Accept-Encoding, or none where the caller sent none. */
export function asSent(request: WithCf): Request {
  const own = request.cf?.clientAcceptEncoding;
  if (own === undefined) return request;
  const headers = new Headers(request.headers);
  if (own === '') headers.delete('Accept-Encoding');
  else headers.set('Accept-Encoding', own);
  return new Request(request, { headers });
}
