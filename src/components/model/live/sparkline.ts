// Draws a few figures as a small line over the days. The text beside it says the same.

const SVG = 'http://www.w3.org/2000/svg';
/** The width, the height and the margin of the drawing in its own units; a style sheet sets the real size. */
const [WIDTH, HEIGHT, EDGE] = [120, 32, 3];

/** Draws the line through `points`, at least two and oldest first, by day and value. */
export function sparkline(points: readonly { day: string; value: number }[]): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('class', 'sparkline');
  drawing.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  drawing.setAttribute('preserveAspectRatio', 'none');
  drawing.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'polyline');
  const places = placed(points).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  line.setAttribute('points', places.join(' '));
  line.setAttribute('vector-effect', 'non-scaling-stroke');
  drawing.append(line);
  return drawing;
}

/** Places each point in the drawing. If all values are equal, all points lie halfway up. */
function placed(points: readonly { day: string; value: number }[]): [x: number, y: number][] {
  const times = points.map(({ day }) => Date.parse(day));
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [begin, end] = [times[0]!, times.at(-1)!];
  return points.map(({ value }, at) => {
    const across = end === begin ? 0 : (times[at]! - begin) / (end - begin);
    const up = most === least ? 0.5 : (value - least) / (most - least);
    return [EDGE + across * (WIDTH - 2 * EDGE), HEIGHT - EDGE - up * (HEIGHT - 2 * EDGE)];
  });
}
