/** The curves of links between things on the table, in the coordinates of the table. Pure. */
import type { Looks, TableLink } from '#core/index.ts';

/** Whether a link is an arrow: one between two seats, or a badge, is said in words. */
export function isDrawn({ from, to, kind }: TableLink, looks: Looks): boolean {
  const seats = from.startsWith('seat:') && to.startsWith('seat:');
  return !seats && looks.link(kind).draw !== 'badge';
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Curve {
  readonly path: string;
  /** The place of its words. */
  readonly x: number;
  readonly y: number;
}

/** A curve from the edge of one box to the edge of another; null where one lies within the other. */
export function curve(from: Box, to: Box): Curve | null {
  const [a, b] = [middle(from), middle(to)];
  const [start, end] = [edge(from, b), edge(to, a)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length < 4 || inside(from, b) || inside(to, a)) return null;
  const bow = Math.min(40, length / 5);
  const turn = { x: -((end.y - start.y) / length) * bow, y: ((end.x - start.x) / length) * bow };
  const half = { x: (start.x + end.x) / 2 + turn.x, y: (start.y + end.y) / 2 + turn.y };
  const path = `M${round(start.x)} ${round(start.y)}Q${round(half.x)} ${round(half.y)} ${round(end.x)} ${round(end.y)}`;
  return { path, x: (start.x + end.x) / 4 + half.x / 2, y: (start.y + end.y) / 4 + half.y / 2 };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const round = (value: number) => Math.round(value * 10) / 10;

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function inside({ x, y, width, height }: Box, at: Point): boolean {
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
}

/** Where a line from the middle of a box to a point leaves the box. */
function edge(box: Box, to: Point): Point {
  const from = middle(box);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const scale = Math.min(
    dx === 0 ? Infinity : box.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.height / 2 / Math.abs(dy),
    1
  );
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}
