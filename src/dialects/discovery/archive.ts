// The archive lists the days of the index. Each day has a permanent address, and `prev` leads to the day before.

import { defined } from '../../basics/defined.ts';
import type { Archive } from '../../shapes/discovery.ts';
import { ARCHIVE_FORMAT } from '../../shapes/formats.ts';
import { INDEX_REPOSITORY } from '../oci/registry/index-repository.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/**
 * Makes the archive, which lists every day. A day has an object for each of its models, so `addressed` equals `models`.
 */
export function archive({ days, service }: DocumentFacts): Archive {
  return {
    format: ARCHIVE_FORMAT,
    days: days.map(({ date, catalog, models, files, bytes, archived, source }, i) => ({
      date,
      index: catalog,
      catalog,
      ...defined({ archived, source }),
      models,
      addressed: models,
      files,
      bytes,
      prev: days[i + 1]?.catalog ?? null,
    })),
    ...defined({ gateway: service.gateway, mirror: service.mirror }),
    registry: INDEX_REPOSITORY,
  };
}
