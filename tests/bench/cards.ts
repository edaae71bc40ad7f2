// Measures how long slow cards take to render, and compares the slowest shapes at full and at half length.
import process from 'node:process';
import { CARD_PATH, formatObject } from '../../src/catalog/catalog-object.ts';
import { renderCard } from '../../src/model-card/render-card.ts';
import { CARD_FORMAT } from '../../src/shapes/formats.ts';
import { cardShapes, longestLaidOut, type Shape } from './card-shapes.ts';
import type { Bench } from './row.ts';

/** The maximum length in characters of Markdown that `card-bounds.ts` allows. */
const MOST = 128 * 1024;
const SEED = 26;
/** Times below this number of seconds say nothing about growth. */
const LEAST_SECONDS = 0.1;

/** The number of the slowest shapes whose times are added up. */
const SLOWEST = 20;
/** A part of a card, as a person without bad intent writes it. */
const HONEST = `## Part\n\n${'Some *words* of somebody. '.repeat(20)}And a [link](https://a.example/some_file).\n\n- one\n- **two**\n\n|a|b|\n|-|-|\n|1|2|\n\n`;

interface Timed {
  shape: Shape;
  length: number;
  whole: number;
  half: number;
}

export const cards: Bench = async ({ quick, say }) => {
  const shapes = cardShapes(quick ? 40 : 200, SEED);
  const timed = shapes.map((shape): Timed => {
    const length = longestLaidOut(shape, MOST);
    const [half, whole] = [seconds(shape.ofLength(length / 2)), seconds(shape.ofLength(length))];
    if (whole > LEAST_SECONDS)
      say(`${whole.toFixed(2)} s, half ${half.toFixed(2)} s, ${length} characters: ${shape.name}`);
    return { shape, length, whole, half };
  });
  const slowest = timed.sort((a, b) => b.whole - a.whole).slice(0, SLOWEST);
  const worst = slowest[0]!;
  const honest = seconds(HONEST.repeat(Math.floor(MOST / HONEST.length)));
  const whole = slowest.reduce((sum, one) => sum + one.whole, 0);
  const half = slowest.reduce((sum, one) => sum + one.half, 0);
  const begun = performance.now();
  for (const { shape, length } of slowest) seconds(shape.ofLength(length), 1);
  const inARow = (performance.now() - begun) / 1000;
  const mebibytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  return [
    {
      ...{
        name: 'slowest card',
        ours: inSeconds(worst.whole),
        yardstick: inSeconds(honest),
        ratio: worst.whole / honest,
      },
      target: { at: 'most', ratio: 20 },
      note: `of ${timed.length} shapes: ${worst.shape.name}, ${worst.length} characters; yardstick is a card of ${MOST} as people write them`,
    },
    {
      ...{
        name: `${SLOWEST} slowest cards, whole`,
        ours: inSeconds(whole),
        yardstick: inSeconds(half),
        ratio: whole / half,
      },
      target: { at: 'most', ratio: 4 },
      note: 'yardstick is the half of each: 2 is linear, 4 what a block may do up to its bound',
    },
    {
      ...{
        name: `${SLOWEST} slowest cards, in a row`,
        ours: inSeconds(inARow),
        yardstick: inSeconds(whole),
        ratio: inARow / whole,
      },
      target: { at: 'most', ratio: 2 },
      note: `in this process, against the sum of each; it takes ${mebibytes} MiB then`,
    },
  ];
};

const inSeconds = (value: number) => ({ value, unit: 's' });

/** Returns the seconds that rendering the card takes: the minimum of `rounds` measurements. */
function seconds(text: string, rounds = 3): number {
  const card = { format: CARD_FORMAT, id: 'a/one', path: CARD_PATH, sha256: '', license: 'mit', text } as const;
  const place = { home: 'https://origin.example/a/one', revision: 'a'.repeat(40), files: [CARD_PATH] };
  const object = `blake3:${'0'.repeat(64)}` as const;
  const question = { object, text: formatObject(card), place };
  const once = () => {
    const begun = performance.now();
    renderCard(question);
    return (performance.now() - begun) / 1000;
  };
  return Math.min(...Array.from({ length: rounds }, once));
}
