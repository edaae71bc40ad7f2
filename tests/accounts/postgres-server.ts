// Starts a PostgreSQL server for tests and benches: in a temporary folder, on a free port, removed at the end.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../fixtures/free-port.ts';
import { commandMissing, notHere } from '../fixtures/needs.ts';

export interface PostgresServer {
  /** Makes an empty database and returns its address. */
  database(): string;
  port: number;
  /** Sends a query to the database `postgres`, which every server has, and returns the output of psql. */
  query(sql: string, at?: number): string;
  /** Stops the server as `pg_ctl stop -m` does in this mode, and starts it again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops all processes of the server until `wake`; connections stay open. */
  freeze(): void;
  wake(): void;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';

/** Finds the folder that has the server's programs: a folder of PATH, or the folder where Debian installs them. */
function programs(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  const folders = [...(process.env.PATH ?? '').split(':'), ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  // PATH may have links to single programs, so one folder must have all three.
  return folders.find((folder) => ['initdb', 'postgres', 'psql'].every((name) => existsSync(join(folder, name))));
}

/**
 * Returns the user that runs the server; undefined if there is none. PostgreSQL refuses to run as root, so root starts
 * it as Debian's user `postgres`.
 */
function serverUser(): { uid: number; gid: number } | Record<string, never> | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Says why this machine can't run PostgreSQL; undefined if it can. */
export function postgresMissing(): string | undefined {
  if (programs() === undefined) return notHere('PostgreSQL', 'apt-get install postgresql');
  if (serverUser() === undefined) return notHere('a user "postgres"', 'PostgreSQL does not run as root');
  return commandMissing('pgrep', 'apt-get install procps');
}

/** Starts a server. With `durable` it syncs to disk as in production. */
export async function startPostgres(durable = false): Promise<PostgresServer> {
  const bin = programs()!;
  const user = serverUser()!;
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-postgres-'));
  if ('uid' in user) chownSync(folder, user.uid!, user.gid!);
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (name: string, args: string[]) =>
    execFileSync(join(bin, name), args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  run('initdb', ['-D', data, '-U', 'hub', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=120', '-c', 'unix_socket_directories='];
  if (!durable) settings.push('-c', 'fsync=off');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
  const query = (sql: string, at = port) => run('psql', psql(at, sql)).toString().trim();
  let server = start();
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await gone;
  };
  try {
    await answers(() => query('SELECT 1'), server);
  } catch (error) {
    server.kill('SIGKILL');
    remove();
    throw error;
  }
  let made = 0;
  const signal = (name: NodeJS.Signals) => {
    for (const child of childrenOf(server.pid!)) process.kill(child, name);
    server.kill(name);
  };
  return {
    port,
    query,
    database() {
      const name = `hub${++made}`;
      query(`CREATE DATABASE ${name}`);
      return `postgres://hub@127.0.0.1:${port}/${name}`;
    },
    async restart(mode) {
      await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      server = start();
      await answers(() => query('SELECT 1'), server);
    },
    freeze: () => signal('SIGSTOP'),
    wake: () => signal('SIGCONT'),
    async stop() {
      await end('SIGINT');
      remove();
    },
  };
}

/** Says why this machine can't run PgBouncer in front of PostgreSQL; undefined if it can. */
export const bouncerMissing = () =>
  postgresMissing() ?? (existsSync(BOUNCER) ? undefined : notHere('PgBouncer', 'apt-get install pgbouncer'));

const BOUNCER = '/usr/sbin/pgbouncer';

/** Starts PgBouncer in its defaults, but for transactions as the unit of its pool, in front of the server at `port`. */
export async function startBouncer({ port, query }: PostgresServer): Promise<{ port: number; stop(): void }> {
  const own = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-bouncer-'));
  const user = serverUser()!;
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const listen = `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\n`;
  const pool = `auth_type = trust\nauth_file = ${users}\npool_mode = transaction\n`;
  writeFileSync(settings, `[databases]\n* = host=127.0.0.1 port=${port}\n[pgbouncer]\n${listen}${pool}`);
  writeFileSync(users, '"hub" ""\n');
  if ('uid' in user) for (const path of [folder, settings, users]) chownSync(path, user.uid!, user.gid!);
  const bouncer = spawn(BOUNCER, ['-q', settings], { ...user, cwd: folder, stdio: 'ignore' });
  await answers(() => query('SELECT 1', own), bouncer);
  return {
    port: own,
    stop() {
      bouncer.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lists the ids of the processes that the process `parent` started. */
function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(parent)]);
  return stdout.toString().split('\n').filter(Boolean).map(Number);
}

const psql = (port: number, sql: string) => [
  '-qAt',
  '-h',
  '127.0.0.1',
  '-p',
  `${port}`,
  '-U',
  'hub',
  '-d',
  'postgres',
  '-c',
  sql,
];

async function answers(ask: () => void, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return ask();
    } catch (error) {
      if (attempt > 100 || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
