// Finds the contact that requests carry, so that an upstream can reach a person about them (RFC 9110 10.1.2, RFC 9309
// 2.2.1).
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { isContact, type Service } from '../../src/service/service.ts';

const MISSING = 'content/service.yaml names no contact, so nobody there can reach you about these requests';

interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

const terminal = (): Terminal | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined;

/**
 * Gives the contact of the service. If there is none, asks for one on a terminal; without a terminal, gives a warning.
 */
export async function contactFor(
  { contact }: Pick<Service, 'contact'>,
  isQuiet: boolean,
  at = isQuiet ? undefined : terminal(),
): Promise<{ contact?: string; warning?: string }> {
  if (contact !== undefined) return { contact };
  if (!at) return { warning: `${MISSING}: write an http(s) or mailto URL there.` };
  const lines = createInterface(at);
  try {
    for (;;) {
      const said = (await lines.question(`${MISSING}. An http(s) or mailto URL (Enter: none): `)).trim();
      if (said === '') return {};
      if (isContact(said)) return { contact: said };
      at.output.write(`${said} is no http(s) or mailto URL.\n`);
    }
  } finally {
    lines.close();
  }
}
