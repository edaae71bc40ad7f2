// Makes the signers of checkpoints. Keys in HUB_SIGNING_KEY sign in this process. For a key that is kept elsewhere, the
// program of HUB_SIGNING_COMMAND signs.
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { exactBytes } from '../../src/basics/bytes.ts';
import {
  formatVerifierKey,
  type NoteSignature,
  parseVerifierKey,
  type VerifierKey,
  verifyNote,
} from '../../src/log/note.ts';
import { parseSignerKey } from '../../src/log/signer-key.ts';
import { type Config, ConfigError } from '../../src/service/config.ts';
import { asSentence, Failure } from '../process/failure.ts';

/** A key, and a function that signs checkpoints with it. */
export interface Signer {
  key: VerifierKey;
  /** Returns the bytes that follow the key's id in a signature. Throws a Failure if signing fails. */
  sign(text: string): Uint8Array;
}

const VARIABLE = 'HUB_SIGNING_KEY';
/** The number of milliseconds to wait for a signature. A person may have to touch a device first. */
const COMMAND_MS = 60_000;

/** A program that signs with a key that this process does not have. */
interface Elsewhere {
  command: string[];
  /** Milliseconds to wait for the program. */
  patience: number;
}

/**
 * Makes the signers of a configuration, in the order of the lines of HUB_SIGNING_KEY; none if there is no key. Throws a
 * ConfigError if a line is unusable.
 */
export function readSigners(
  { signing: { keys, command } }: Pick<Config, 'signing'>,
  patience: number = COMMAND_MS,
): Signer[] {
  const lines = keyLines(keys?.reveal() ?? '');
  const signers = lines.map((line, at) => signerOf(line, at, command && { command, patience }));
  if (command && lines.every((line) => parseSignerKey(line)))
    throw new ConfigError('HUB_SIGNING_COMMAND', `needs the verifier key that it signs for as a line of ${VARIABLE}`);
  const name = signers[0]?.key.name;
  if (signers.some(({ key }) => key.name !== name))
    throw new ConfigError(VARIABLE, 'holds keys of several names: all keys of a log must have its name');
  return signers;
}

function keyLines(value: string): string[] {
  const text = value.startsWith('file:') ? textOf(value.slice('file:'.length)) : value;
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

function textOf(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.trim() !== '') return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      VARIABLE,
      `names ${path}, which can’t be read (${code}): "model-hub key --out ${path}" makes one`,
    );
  }
  throw new ConfigError(VARIABLE, `names ${path}, which is empty: "model-hub key" makes a key`);
}

function signerOf(line: string, at: number, elsewhere: Elsewhere | undefined): Signer {
  const own = parseSignerKey(line);
  if (own) return { key: own.key, sign: (text) => own.sign(new TextEncoder().encode(text)) };
  const key = parseVerifierKey(line);
  if (key?.type !== 'ed25519')
    throw new ConfigError(VARIABLE, `holds no key in line ${at + 1}: "model-hub key" makes one that can stand there`);
  if (!elsewhere)
    throw new ConfigError(
      VARIABLE,
      `holds the verifier key of ${key.name} in line ${at + 1}, which signs nothing: put the key itself ` +
        'there, or name what signs for it in HUB_SIGNING_COMMAND',
    );
  return { key, sign: (text) => signElsewhere(elsewhere, key, text) };
}

/**
 * Runs a program without a shell. The program reads the text from its standard input, and writes the signature to its
 * standard output in base64. It has a process group of its own: if it takes too long, the whole group is ended.
 */
function signElsewhere({ command, patience }: Elsewhere, key: VerifierKey, text: string): Uint8Array {
  const [program, ...words] = command;
  const env = { ...process.env, HUB_SIGNED_KEY: formatVerifierKey(key) };
  const options: SpawnSyncOptionsWithStringEncoding & { detached: boolean } = {
    ...{ input: text, env, encoding: 'utf8', stdio: 'pipe', detached: true },
    // A program that ignores SIGTERM would hold up the build for ever.
    ...{ timeout: patience, killSignal: 'SIGKILL' },
  };
  const { pid, error, signal, status, stdout, stderr } = spawnSync(program!, words, options);
  if (error && pid > 0) endGroup(pid);
  if (error || signal || status !== 0) {
    const { code } = (error ?? {}) as NodeJS.ErrnoException;
    const late = code === 'ETIMEDOUT' && `it took longer than ${patience / 1000} seconds`;
    const why = late || code || (signal ? `it was ended by ${signal}` : `exit code ${status}`);
    const said = stderr?.trim().split('\n').at(-1);
    throw new Failure(`HUB_SIGNING_COMMAND (${program}) gave no signature: ${why}${said ? `, ${said}` : ''}.`, {
      cause: error,
    });
  }
  return (
    exactBytes(stdout.trim()) ??
    refuse(`HUB_SIGNING_COMMAND (${program}) gave no base64: it must print the 64 bytes of the signature in base64`)
  );
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All processes of the group have ended already.
  }
}

/** Returns the signatures under `text`, each verified with its key. Throws a Failure if a signature is wrong. */
export function signaturesOf(text: string, signers: readonly Signer[]): NoteSignature[] {
  const signatures = signers.map(({ key, sign }) => ({ name: key.name, id: key.id, bytes: sign(text) }));
  for (const { key } of signers)
    if (!verifyNote({ text, signatures }, [key]).verified.length)
      refuse(`the signature for ${formatVerifierKey(key)} is wrong: another key signed it`);
  return signatures;
}

function refuse(why: string): never {
  throw new Failure(asSentence(why));
}
