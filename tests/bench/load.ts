// Puts load on a server and counts its answers, with wrk if it is installed, or else with `load-client.ts`.
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endChild, nextMessage, startChild } from './child.ts';
import type { Load, LoadCount } from './load-client.ts';

/** The headers of a download tool, which keeps connections alive and accepts compressed answers. */
export const CLIENT_HEADERS = {
  'User-Agent': 'unknown/None; hf_hub/1.33.0; python/3.12.3',
  'Accept-Encoding': 'gzip, deflate',
  Accept: '*/*',
  Connection: 'keep-alive',
};

/** The name of the load generator, for the notes of results. */
export const loadGenerator = hasWrk() ? 'wrk, 1 thread' : 'our own on node:net, 1 process';

/** Returns the number of answered requests per second. Throws if an answer has another status than expected. */
export async function requestsPerSecond(load: Load, scratch: string): Promise<number> {
  return hasWrk() ? byWrk(load, scratch) : byClient(load);
}

function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // An installed wrk prints its version and exits with 1, which is an error too.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

async function byWrk(load: Load, scratch: string): Promise<number> {
  const script = join(scratch, 'load.lua');
  writeFileSync(script, luaScript(load));
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', String(load.connections), '-d', `${load.seconds}s`, '-s', script],
    load.url,
  ]);
  const rate = /Requests\/sec:\s*([\d.]+)/.exec(stdout);
  if (!rate || !stdout.includes('wrong answers: 0')) throw new Error(`wrk: ${stdout}`);
  return Number(rate[1]);
}

/** Returns a script that prepares all requests before the load starts, so that wrk then only sends and counts. */
function luaScript({ paths, headers, bodies, tokens, status }: Load): string {
  const fields = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  return `${fields.join('\n')}
local paths = {${paths.map((path) => `"${path}"`).join(',')}}
local requests, at = {}, 0
wrong = 0
local tokens = {${(tokens ?? []).map((token) => `"${token}"`).join(',')}}
local function fields(token)
  if not token then return nil end
  local all = { Authorization = "Bearer " .. token }
  for name, value in pairs(wrk.headers) do all[name] = value end
  return all
end
local bodies = {${(bodies ?? []).map((body) => JSON.stringify(body)).join(',')}}
function init()
  for i, path in ipairs(paths) do
    requests[i] = wrk.format("${bodies ? 'POST' : 'GET'}", path, fields(tokens[i]), bodies[i])
  end
end
function request() at = at % #requests + 1 return requests[at] end
function response(status) if status ~= ${status} then wrong = wrong + 1 end end
local threads = {}
function setup(thread) table.insert(threads, thread) end
function done()
  local sum = 0
  for _, thread in ipairs(threads) do sum = sum + thread:get("wrong") end
  io.write("wrong answers: " .. sum .. "\\n")
end
`;
}

/** Returns the answers per second of a load by `load-client.ts`. */
export async function byClient(load: Load): Promise<number> {
  const client = startChild('load-client.ts');
  client.send(load);
  const { answers, seconds } = await nextMessage<LoadCount>(client);
  await endChild(client);
  return answers / seconds;
}
