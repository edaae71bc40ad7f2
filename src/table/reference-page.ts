// The API reference at /docs: what its page may load and run, and the script that brings it to life.

/**
 * SHA-256 of the one script that Redoc writes into the page: it sets the colours before the first paint. The build
 * stops when the page holds another.
 */
export const COLOR_SCRIPT_HASH = 'sha256-jwomWTwW+cbYvvb/uqmFRuOGL0FhXkaW0iynbO3M6Oc=';

/**
 * Scripts come from this origin or have that hash; Redoc writes its styles into the page, and searches in a worker
 * that it makes itself.
 */
export const REFERENCE_POLICY =
  `default-src 'none'; script-src 'self' '${COLOR_SCRIPT_HASH}'; style-src 'self' 'unsafe-inline'; worker-src blob:; ` +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

/** What Redoc is told, when the page is made and when it comes to life; `description` is the path of the API description. */
export const redocOptions = (description: string) => ({
  disableTelemetry: true,
  downloadUrls: [{ title: 'openapi.json', url: description }],
});

/**
 * The end of the page's one script: brings the page to life with the API description, which the page does not hold a
 * second time. `hydrate` is Redoc's, of the bundle that stands before it.
 */
export function startScript(description: string): string {
  const options = JSON.stringify({ ...redocOptions(description), skipBundle: true });
  return `const described = await (await fetch('${description}')).json();
hydrate(described, ${options}, document.getElementById('redoc'));
`;
}
