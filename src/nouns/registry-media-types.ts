// Media types of the registry. A client chooses between the first two by its header `Accept`.

export const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
export const DOCKER_MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';

/** The type of a list of manifests, such as the answer of the referrers route. */
export const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';

/** The artifact type and the config type of a CNCF ModelPack manifest. */
export const MODEL_PACK = 'application/vnd.cncf.model.manifest.v1+json';
export const MODEL_PACK_CONFIG = 'application/vnd.cncf.model.config.v1+json';

/** The type of a Sigstore bundle, which attests a model or a manifest. */
export const SIGSTORE_BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** The config type of a manifest that needs no config. The config is two bytes, `{}`. */
export const EMPTY_CONFIG = 'application/vnd.oci.empty.v1+json';

/** The config type of a GGUF manifest, as Ollama writes it. */
export const DOCKER_CONFIG = 'application/vnd.docker.container.image.v1+json';

/** Returns the media type of a layer in a GGUF manifest. */
export const ollamaLayer = (kind: 'model' | 'projector' | 'template' | 'system' | 'params' | 'license') =>
  `application/vnd.ollama.image.${kind}`;
