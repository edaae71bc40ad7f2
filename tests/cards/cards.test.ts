// Tests the card of a model from the import row to the page: the store keeps it as its own object; copies, checks,
// mirrors and takedowns include it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { liftTakedown, takeDown } from '../../generator/cards/take-down.ts';
import { folderOrigin } from '../../generator/mirror/object-origin.ts';
import { currentStamp } from '../../generator/packs/tree-layout.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { sandbox } from '../unit/generator/import/sandbox.ts';
import { forge, mirror, originOf, originOver, storeIn, writeDays } from '../unit/generator/mirror/origins.ts';
import { CARD, type CardedHub, cardedHub, cardedRow, cardOf } from './carded-hub.ts';

const [FIRST, SECOND] = ['2026-01-01', '2026-01-02'];

/** Makes a hub of two days; the card of a/one changes on the second day. */
async function twoDays(): Promise<CardedHub> {
  const hub = cardedHub();
  await hub.day(FIRST, cardedRow('a/one', 'the first text'), cardedRow('b/two'));
  await hub.day(SECOND, cardedRow('a/one'), cardedRow('b/two'), cardedRow('c/bare', CARD, false));
  return hub;
}

describe('an import row', () => {
  test('keeps its card as an object, beside the same model object as without a card', async () => {
    const [hub, bare] = [cardedHub(), cardedHub()];
    await hub.day(FIRST, cardedRow('a/one'));
    await bare.day(FIRST, cardedRow('a/one', CARD, false));
    const card = await cardOf(hub, 'a/one');
    expect(JSON.parse(hub.store.get(card!))).toEqual({
      format: 'hub.model-hub.card/v1',
      id: 'a/one',
      path: 'README.md',
      license: 'mit',
      text: CARD,
      sha256: cardedRow('a/one').files[0]!.sha256,
    });
    const { card: _, ...entry } = (await hub.entries()).get('a/one')!;
    expect((await bare.entries()).get('a/one')).toEqual(entry);
  });

  test('gives the same addresses when imported again, and drops the card when the row has none', async () => {
    const [one, other] = [await twoDays(), await twoDays()];
    expect(await one.entries()).toEqual(await other.entries());
    await one.day('2026-01-03', cardedRow('a/one', CARD, false), cardedRow('b/two'));
    expect(await cardOf(one, 'a/one')).toBeUndefined();
    expect(await cardOf(one, 'b/two')).toBe(await cardOf(other, 'b/two'));
    expect((await one.entries()).get('a/one')!.model).toBe((await other.entries()).get('a/one')!.model);
    // This day has no row of b/two, so the model leaves the list of models. It keeps its card.
    await one.day('2026-01-04', cardedRow('a/one'));
    expect(await cardOf(one, 'b/two')).toBe(await cardOf(other, 'b/two'));
  });

  test.each<[string, object]>([
    ['card is not README.md: its bytes in UTF-8 are 5 with the SHA-256', { card: 'other' }],
    ['card is the text of README.md, which is not among the files', { files: cardedRow('x/y').files.slice(1) }],
    ['card must be a text of 1 to 262144 bytes', { card: 'ü'.repeat(262_144) }],
    ['card holds half a surrogate pair', { card: '\ud800' }],
  ])('is refused: %s', async (sentence, wrong) => {
    const box = sandbox();
    const { imported, skippedByReason, badLines } = await box.import([{ ...cardedRow('a/one'), ...wrong }], FIRST);
    expect(imported).toBe(false);
    expect(badLines[0]!.faults.map(({ field, reason }) => `${field} ${reason}`).join()).toContain(sentence);
    expect(Object.keys(skippedByReason)).toHaveLength(1);
  });
});

describe('a tree', () => {
  test('has the cards of all days as objects, and shows today’s', async () => {
    const hub = await twoDays();
    await hub.build();
    const { dist } = hub.config;
    const card = await cardOf(hub, 'a/one');
    expect(JSON.parse(hub.page('a/one'))).toMatchObject({
      object: card,
      licence: 'mit',
      languages: ['en'],
      bytes: Buffer.byteLength(CARD),
      html: expect.stringMatching(
        /^<h3 id="in-card-tiny">Tiny<\/h3>\s*<p>See <a href="https:\/\/.*\/a\/one\/blob\/.*config.json"/,
      ),
    });
    expect(hub.page('a/one')).not.toContain('script');
    expect(hub.page('c/bare')).toBe('null');
    const [first] = (await (await originOf(hub.config.data)).days()).slice(-1);
    const before = JSON.parse(hub.store.get(first!.catalog)).models['a/one'].card;
    for (const address of [card, before])
      expect(readFileSync(join(dist, objectPath('card', address)))).toEqual(hub.store.getBytes(address));
    expect(await hub.check()).toEqual({ tree: [], faults: [], goneCards: 0 });
  });

  test('with hostile cards is the same when built twice', async () => {
    const texts = ['[^a', '[a](<', '_a', '&#1;', '> - ', '<details>\n\n', '$a_'];
    const stamps = [cardedHub(), cardedHub()].map(async (hub) => {
      const rows = texts.map((text, at) => cardedRow(`a/of-${at}`, text.repeat(Math.floor(125_000 / text.length))));
      await hub.day(FIRST, ...rows, cardedRow('b/two'));
      await hub.build();
      return currentStamp(hub.config.dist)!;
    });
    const [one, other] = await Promise.all(stamps);
    expect(one!.stamp).toEqual(other!.stamp);
  });

  test('makes the page again for a new card, but not for a new row with the same card', async () => {
    const hub = await twoDays();
    await hub.build();
    const before = hub.page('a/one');
    await hub.day(SECOND, { ...cardedRow('a/one'), library: 'x' }, cardedRow('b/two', '# Other'));
    await hub.build();
    expect(hub.page('a/one')).toBe(before);
    expect(hub.page('b/two')).toContain('Other');
    expect((await hub.check()).tree).toEqual([]);
  });

  test('with a damaged card fails the check, and damage in the store stops the build', async () => {
    const hub = await twoDays();
    await hub.build();
    const card = (await cardOf(hub, 'a/one'))!;
    writeFileSync(join(hub.config.dist, objectPath('card', card)), 'else');
    expect((await hub.check()).tree.join()).toContain(card);
    writeFileSync(hub.store.pathOf(card), 'else');
    expect((await hub.check()).faults.join()).toContain(`${card} is damaged`);
    rmSync(hub.config.dist, { recursive: true });
    await expect(hub.build()).rejects.toThrow(`${card} is damaged`);
  });
});

describe('another hub', () => {
  test('takes the cards, over the network and from a folder', async () => {
    const [hub, here, there] = [await twoDays(), cardedHub(), cardedHub()];
    await mirror(here.config.data, await originOf(hub.config.data));
    expect(await here.entries()).toEqual(await hub.entries());
    const to = folderOfTest();
    await writeDays(here.config.data, to);
    await mirror(there.config.data, folderOrigin(to, 2 ** 30));
    await there.build();
    expect(await there.check()).toEqual({ tree: [], faults: [], goneCards: 0 });
    await hub.build();
    expect(there.page('a/one')).toBe(hub.page('a/one'));
  });

  test('continues without a card that is gone, and reports it', async () => {
    const [hub, here] = [await twoDays(), cardedHub()];
    await takeDown(hub.config, 'a/one');
    await mirror(here.config.data, await originOf(hub.config.data));
    await here.build();
    expect(here.page('a/one')).toBe('null');
    expect(here.page('b/two')).toContain('Tiny');
    expect(await here.check()).toEqual({ tree: [], faults: [], goneCards: 2 });
  });

  test.each<[string, object]>([
    ['its entry is not what an import here makes', { id: 'b/two' }],
    ['card is not README.md', { text: 'other' }],
    ['expected a hub.model-hub.card/v1 object', { format: 'other' }],
  ])('refuses a card that belongs to another model: %s %j', async (sentence, wrong) => {
    const { files, revision } = cardedRow('a/one');
    const model = { format: 'hub.model-hub.model/v1', id: 'a/one', revision, license: 'mit', files, prev: null };
    const source = { format: 'hub.model-hub.source/v1', kind: 'http', source: 'srca', id: 'a/one', revision };
    const names = { id: 'a/one', modelId: 'a/one', sha: revision, author: 'a' };
    const row = { ...names, private: false, gated: false, disabled: false, hub: { files: 2, sources: ['Source A'] } };
    const card = {
      format: 'hub.model-hub.card/v1',
      id: 'a/one',
      path: 'README.md',
      license: 'mit',
      text: CARD,
      sha256: files[0]!.sha256,
      ...wrong,
    };
    const store = storeIn(folderOfTest());
    const day = await forge(store, [{ id: 'a/one', model, sources: [source], row, card }]);
    await expect(mirror(folderOfTest(), originOver(store, [day]))).rejects.toThrow(sentence);
  });
});

describe('a takedown', () => {
  test('removes the model’s cards of every day from store, tree and page, and no other card', async () => {
    const hub = await twoDays();
    await hub.build();
    const [card, other] = [await cardOf(hub, 'a/one'), await cardOf(hub, 'b/two')];
    const report = await takeDown(hub.config, 'A/ONE');
    expect(report).toMatchObject({ model: 'a/one', removed: 2 });
    expect(report.cards).toContain(card);
    for (const one of report.cards) {
      expect(hub.store.has(one)).toBe(false);
      expect(existsSync(join(hub.config.dist, objectPath('card', one)))).toBe(false);
    }
    await hub.build();
    expect(hub.page('a/one')).toBe('null');
    expect(hub.page('b/two')).toContain('Tiny');
    expect(hub.store.has(other!)).toBe(true);
    expect(await hub.check()).toEqual({ tree: [], faults: [], goneCards: 2 });
    expect(await takeDown(hub.config, 'a/one')).toMatchObject({ removed: 0 });
  });

  test('stops imports from bringing the card back, from the row or the day before, until it is lifted', async () => {
    const hub = await twoDays();
    for (const id of ['a/one', 'b/two']) await takeDown(hub.config, id);
    await hub.day('2026-01-03', cardedRow('a/one'), cardedRow('c/bare', CARD, false));
    for (const id of ['a/one', 'b/two', 'c/bare']) expect(await cardOf(hub, id), id).toBeUndefined();
    expect(await liftTakedown(hub.config, 'A/One')).toBe(true);
    expect(await liftTakedown(hub.config, 'a/one')).toBe(false);
    await hub.day('2026-01-04', cardedRow('a/one'), cardedRow('b/two'));
    expect(await cardOf(hub, 'a/one')).toBeDefined();
    expect(await cardOf(hub, 'b/two')).toBeUndefined();
  });

  test('applies to mirrors and folders too', async () => {
    const [hub, here, there] = [await twoDays(), cardedHub(), cardedHub()];
    const card = (await cardOf(hub, 'a/one'))!;
    for (const one of [here, there]) await takeDown(one.config, 'a/one');
    const origin = await originOf(hub.config.data);
    await mirror(here.config.data, origin);
    expect(origin.asked).not.toContain(card);
    const to = folderOfTest();
    await writeDays(hub.config.data, to);
    // The second run finds the model unchanged.
    for (const _ of ['first', 'second']) await mirror(there.config.data, folderOrigin(to, 2 ** 30));
    await takeDown(hub.config, 'a/one');
    await writeDays(hub.config.data, to);
    expect(storeIn(to).has(card)).toBe(false);
    for (const one of [here, there]) {
      expect(one.store.has(card)).toBe(false);
      await one.build();
      expect(await one.check()).toEqual({ tree: [], faults: [], goneCards: 2 });
    }
  });

  test('stops the import if the list of takedowns can’t be read', async () => {
    const hub = cardedHub();
    await hub.day(FIRST, cardedRow('a/one'));
    writeFileSync(join(hub.config.data, 'takedowns.json'), '[]');
    await expect(hub.day(SECOND, cardedRow('a/one'))).rejects.toThrow('is no list of takedowns');
  });
});
