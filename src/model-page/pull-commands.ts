// Commands that pull a model from the registry of the hub at an address, as a visitor can paste them.
import { repositoryName } from '../model/reference.ts';

interface PullCommands {
  /** Every file of the tag into the working folder; digests are checked. */
  oras: string;
  /** A copy of the repository in a folder; digests are checked. */
  skopeo: string;
  /** A GGUF model, ready to run. */
  ollama: string;
}

/** Commands for `id` at `tag`. The tools take HTTPS for granted, so an address without it needs a word more. */
export function pullCommands(baseUrl: string, id: string, tag: string): PullCommands {
  const { host, protocol } = new URL(baseUrl);
  const plain = protocol === 'http:';
  const reference = `${host}/${repositoryName(id)}:${tag}`;
  return {
    oras: `oras pull ${plain ? '--plain-http ' : ''}${reference}`,
    skopeo: `skopeo copy ${plain ? '--src-tls-verify=false ' : ''}docker://${reference} dir:model`,
    ollama: `ollama pull ${plain ? '--insecure ' : ''}${reference}`,
  };
}
