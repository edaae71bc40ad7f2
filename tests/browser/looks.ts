// Combines the ways to view a page: width, theme, script. `npm test` tries only the dark phone, which is the hardest
// for texts and colours; most other tests use a light desktop.
import type { Visitor } from './visit.ts';

interface Look {
  name: string;
  visitor: Required<Visitor>;
  /** True for a look that only `npm run test:all` tries. */
  isRepeat: boolean;
}

/** Lists the looks of each width, in both themes, with script and without. */
export function looksAt(...widths: number[]): Look[] {
  const sample = `${widths[0]} px, dark, with script`;
  return widths
    .flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
    .flatMap((look) => [true, false].map((script) => ({ ...look, script })))
    .map((visitor) => {
      const name = `${visitor.width} px, ${visitor.theme}, ${visitor.script ? 'with script' : 'without script'}`;
      return { name, visitor, isRepeat: name !== sample };
    });
}
