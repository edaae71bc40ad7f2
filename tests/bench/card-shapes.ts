// Makes cards that repeat characters with which a Markdown construct begins, as often as the bounds of a card allow.
import fc from 'fast-check';
import { withMathAsCode } from '../../src/model-card/card-math.ts';
import { isLaidOut } from '../../src/model-card/render-card.ts';

/** Texts with which a construct begins, separated by dots. */
const OPENERS = [
  '[·![·[^a·[^a]·[^a]: b\n·[a]: b\n·[a](<·[a](·[a]("·[a][b·[a](b)·](·][·]·[a·[]',
  '*·**·_·__·~~·~·*a·a*·_a·a_·**a·a**·`·``·`a·$·$$·$a_·\\\\(·\\',
  '<a ·<a href="·<a b=\'·</a>·<!--·-->·<?·<![CDATA[·<img src="·<div>\n·<details>\n·<summary>·</details>\n',
  'https://a.b/·www.a.b ·a@b.c ·<https://a·mailto:·&amp;·&#·&#1;·&·:·(·)·"·\'·!',
  '> ·>·- ·* ·1. ·- a\n·> a\n·1. a\n·- [ ] ·>\n·>>>> ·- - - ·> - 1. ·a\n·  ·    ·\t',
  '|·|a·|-·a|b\n-|-\n·\n|-|-|\n·# ·#·===\n·---\n·```\n·~~~\n·\n·\n\n·  \n·\\\n·a·ä·\u0000',
].flatMap((line) => line.split('·'));

export interface Shape {
  /** The repeated texts of the shape, for messages. */
  name: string;
  /** Makes a card of about `characters` characters. */
  ofLength(characters: number): string;
}

const pieces = fc.array(fc.constantFrom(...OPENERS), { minLength: 1, maxLength: 5 }).map((all) => all.join(''));

/**
 * Generates three kinds of shapes: repeated openers, a text between two repeated parts, and repeated lines that begin
 * with openers.
 */
const shapes: fc.Arbitrary<Shape> = fc.oneof(
  pieces.map((piece) => ({ name: JSON.stringify(piece), ofLength: (length: number) => times(piece, length) })),
  fc.tuple(pieces, pieces, pieces).map(([first, middle, last]) => ({
    name: JSON.stringify([first, middle, last]),
    ofLength: (length: number) => times(first, length / 2) + middle + times(last, length / 2),
  })),
  fc.tuple(pieces, pieces, fc.integer({ min: 1, max: 30 })).map(([first, line, most]) => ({
    name: JSON.stringify([first, most, line]),
    ofLength: (length: number) => times(`${first.replaceAll('\n', '').repeat(most)}${line}\n`, length),
  })),
);

const times = (piece: string, length: number) => piece.repeat(Math.max(1, Math.floor(length / piece.length)));

/** Returns a shape for each opener alone, and then `count` generated shapes, which are the same for the same seed. */
export function cardShapes(count: number, seed: number): Shape[] {
  const alone = OPENERS.map((piece) => ({
    name: JSON.stringify(piece),
    ofLength: (length: number) => times(piece, length),
  }));
  return [...alone, ...fc.sample(shapes, { numRuns: count, seed })];
}

/**
 * Returns the length of the shape's longest card that is rendered and not refused. Tries lengths from `most` characters
 * down, in steps of a sixteenth.
 */
export function longestLaidOut({ ofLength }: Shape, most: number): number {
  for (let length = most; length > most / 16; length -= most / 16)
    if (isLaidOut(withMathAsCode(ofLength(length)))) return length;
  return most / 16;
}
