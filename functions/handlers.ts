// One handler for every live row, or this file does not compile.
import type { Named } from '../src/routes.ts';
import type { Handler } from './handler.ts';
import { health, healthz } from './handlers/health.ts';
import { models } from './handlers/models.ts';
import { pathsInfo } from './handlers/paths-info.ts';
import { raw } from './handlers/raw.ts';
import { blob } from './handlers/registry/blob.ts';
import { referrers, registryBase, registryCatalog, tags } from './handlers/registry/lists.ts';
import { resolve } from './handlers/resolve.ts';
import { xetReadToken } from './handlers/xet-read-token.ts';

const page = ({ ask, ports }: Parameters<Handler<'home'>>[0] | Parameters<Handler<'browse'>>[0]) =>
  ports.pages.render(ask, 200);

export const handlers: { [N in Named<'live'>]: Handler<N> } = {
  home: page,
  browse: page,
  healthz,
  health,
  models,
  pathsInfo,
  xetReadToken,
  resolve,
  raw,
  registryBase,
  registryCatalog,
  tags,
  blob,
  referrers,
};
