// Tests a source that has other bytes for a file. A row reports the difference, the source object stores it, and the
// page says that the hub sends nobody to the source for this file.
import { expect, test } from 'vitest';
import { sourcesHtml } from '../../../../src/components/model/panels-html.ts';
import { modelTwin } from '../../../../src/dialects/discovery/model-twin.ts';
import { modelPage } from '../../../../src/model-page/model-page.ts';
import { fileTotals, rowsOf } from '../../../../src/resolve/directions.ts';
import { shownFacts } from '../../../../src/resolve/shown-files.ts';
import { row, sandbox, service, sha256 } from './sandbox.ts';

const A = 'alpha/one';
const other = { path: 'config.json', sha256: sha256('other bytes'), seen: '2025-12-31' };
const told = (srcb: object) => row(A, '', { sources: [{ source: 'srca' }, { source: 'srcb', ...srcb }] });

test('the difference is stored with the source, and shown with its day', async () => {
  const given = told({ files: ['model.safetensors'], differs: [other] });
  const { object, sources, row: browse } = (await sandbox().day([given], '2026-01-01')).models.get(A)!;
  expect(sources[1]).toMatchObject({ source: 'srcb', files: ['model.safetensors'], differs: [other] });
  expect(browse.hub.sources).toEqual(['Source A']);
  const rows = rowsOf(object.files, sources);
  const page = modelPage({
    ...{ license: null, row: browse, sources: service.sources },
    ...shownFacts(rows, fileTotals(rows, sources)),
  });
  const sentence =
    '1 of 2 files has other bytes there, so the hub sends nobody there for it: config.json (since 2025-12-31).';
  expect(sourcesHtml(page, 'https://hub.example').text).toContain(sentence);
  expect(modelTwin(page, 'https://hub.example')).toContain(sentence);
});
