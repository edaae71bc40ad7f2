// Writes commands that pull a model from the registry of a hub.
import { repositoryName } from '../model/reference.ts';

interface PullCommands {
  /** Fetches every file of the tag into the working folder, and checks the digests. */
  oras: string;
  /** Copies the repository into a folder, and checks the digests. */
  skopeo: string;
  /** Fetches a GGUF model, ready to run. */
  ollama: string;
}

/**
 * Makes commands for `id` at `tag`. The tools expect HTTPS, so the commands for an address without HTTPS have one more
 * option.
 */
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
