/** Makes the service file of a demo: the shipped file with probes of files that the demo's sources have. */
import { readFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import type { ProbeFile, SourceToken } from './demo-sources.ts';

const shipped = new URL('../../content/service.yaml', import.meta.url);

interface ServiceFile {
  sources: { token: string; host: string; probe?: ProbeFile }[];
}

interface DemoService {
  readonly text: string;
  /** The host name of each source, as in `/api/hub/health` and in `X-Hub-Source`. */
  readonly hosts: Readonly<Record<SourceToken, string>>;
}

/** Makes the shipped service file with other probes. */
export async function demoService(probes: Readonly<Record<SourceToken, ProbeFile>>): Promise<DemoService> {
  const service = parse(await readFile(shipped, 'utf8')) as ServiceFile;
  for (const source of service.sources) source.probe = probes[source.token as SourceToken];
  const hostOf = (token: SourceToken): string => {
    const source = service.sources.find((candidate) => candidate.token === token);
    if (source === undefined) throw new Error(`content/service.yaml names no source ${token}`);
    return source.host;
  };
  return {
    text: stringify(service),
    hosts: { srca: hostOf('srca'), srcb: hostOf('srcb'), ipfs: hostOf('ipfs') },
  };
}
