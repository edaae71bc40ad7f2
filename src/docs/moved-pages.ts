// Lists the pages of the documentation that became parts of other pages. Their old addresses redirect, in a hub and in
// an export.
import { own } from '../basics/own.ts';
import { href } from '../table/route.ts';
import { routes } from '../table/routes.ts';

/**
 * Maps the old name of a page to the page that has its text now, and to the heading above that text. The heading is
 * absent if the text begins the page.
 */
const MOVED: Readonly<Record<string, readonly [page: string, anchor?: string]>> = {
  accounts: ['api', 'accounts'],
  attestation: ['proof', 'signatures-for-stock-tools'],
  containers: ['self-hosting', 'in-a-container'],
  curl: ['pull', 'curl-and-wget'],
  endurance: ['limits', 'how-large-an-index-may-be'],
  feeds: ['api', 'feeds'],
  functions: ['buckets', 'aws-lambda'],
  growth: ['limits', 'how-large-an-index-may-be'],
  instances: ['edge', 'several-hubs'],
  javascript: ['huggingface-tools', 'javascript'],
  'llama-cpp': ['ollama', 'llamacpp'],
  locks: ['pull', 'locks'],
  metrics: ['operating', 'metrics'],
  oras: ['oci', 'oras'],
  privacy: ['api', 'privacy'],
  python: ['huggingface-tools', 'hf-and-python'],
  // The page `operating` has all anchors of the page `runbook`, one for each alert, and a browser keeps the anchor
  // through a redirect.
  runbook: ['operating'],
  vllm: ['huggingface-tools', 'vllm'],
  workers: ['buckets', 'cloudflare-workers'],
};

/** The old names of all moved pages. */
export const movedPages: readonly string[] = Object.keys(MOVED);

/**
 * Gives the addresses to which the old name `slug` leads: of the page, and of its Markdown. Undefined for any other
 * name.
 */
export function movedTo(slug: string): { page: string; twin: string } | undefined {
  const moved = own(MOVED, slug);
  if (!moved) return undefined;
  const [page, anchor] = moved;
  return {
    page: href(routes.docsPage, { page }) + (anchor === undefined ? '' : `#${anchor}`),
    twin: href(routes.docsTwin, { page }),
  };
}
