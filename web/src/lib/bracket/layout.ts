/** Where the matches of a bracket stand when it is drawn as a tree: a pure function of the service's graph. */
import type { components } from '#core/api/generated/rest.ts';

type Schemas = components['schemas'];
export type BracketPlayer = Schemas['BracketPlayer'];
export type BracketNode = Omit<Schemas['BracketNode'], 'players'> & { players: readonly BracketPlayer[] };

export const BOX = { width: 184, height: 58 } as const;
const GAP = { across: 28, down: 16 } as const;
/** Between the winners' and the losers' tree. */
const BETWEEN = 56;

export interface Placed {
  node: BracketNode;
  /** Of the upper left corner, in px. */
  x: number;
  y: number;
}

export interface Column {
  side: BracketNode['side'];
  round: number;
  x: number;
  y: number;
}

/** From the right edge of one box to the left edge of the one that its winner goes on to. */
export interface Line {
  from: string;
  to: string;
  path: string;
}

export interface Layout {
  width: number;
  height: number;
  boxes: Placed[];
  lines: Line[];
  columns: Column[];
}

/** For the head of each column. */
const HEAD = 32;

export function layout(nodes: readonly BracketNode[]): Layout {
  const shown = played(nodes);
  const children = (node: BracketNode) => comingFrom(node, nodes).filter((child) => together(child, node));
  const upper = shown.filter(({ side }) => side === 'WINNERS' || side === 'FINALS');
  const lower = shown.filter(({ side }) => side === 'LOSERS');
  const before = Math.max(0, ...upper.concat(lower).map((node) => (node.side === 'FINALS' ? 0 : node.round)));
  const first = Math.min(Infinity, ...upper.map((node) => columnOf(node, before)));

  const boxes = new Map<string, Placed>();
  const place = (node: BracketNode, y: number, column = columnOf(node, before)) =>
    boxes.set(node.id, { node, x: (column - first) * (BOX.width + GAP.across), y });
  let bottom = stand(upper, children, HEAD, place);
  for (const node of shown.filter(({ side }) => side === 'THIRD')) {
    const final = boxes.get(upper.at(-1)?.id ?? '');
    const y = (final?.y ?? HEAD) + BOX.height + GAP.down + HEAD;
    place(node, y, before);
    bottom = Math.max(bottom, y + BOX.height);
  }
  const start = bottom + BETWEEN;
  if (lower.length > 0) bottom = stand(lower, children, start, place);

  const all = [...boxes.values()];
  return {
    width: Math.max(0, ...all.map(({ x }) => x + BOX.width)),
    height: all.length > 0 ? bottom : 0,
    boxes: all,
    lines: all.flatMap((box) => comingFrom(box.node, nodes).flatMap((child) => line(boxes.get(child.id), box))),
    columns: columns(all, start - HEAD)
  };
}

/** The matches that are played, or may be: not those that nobody comes to, nor those that one has for nothing. */
export function played(nodes: readonly BracketNode[]): BracketNode[] {
  return nodes.filter((node) => !node.players.some(({ bye }) => bye));
}

/** The matches whose winners meet in this one, past those that are byes. The loser who comes in has no line. */
function comingFrom(node: BracketNode, nodes: readonly BracketNode[]): BracketNode[] {
  const found = new Set<BracketNode>();
  for (const { source } of node.players) {
    if (source.kind !== 'WINNER') continue;
    const before = nodes.find(({ id }) => id === source.node);
    if (!before) continue;
    if (played([before]).length > 0) found.add(before);
    else comingFrom(before, nodes).forEach((one) => found.add(one));
  }
  return [...found];
}

/** Whether two matches are of one tree: the finals grow out of the winners' one. */
function together(child: BracketNode, node: BracketNode): boolean {
  return (child.side === 'LOSERS') === (node.side === 'LOSERS');
}

function columnOf(node: BracketNode, before: number): number {
  return node.side === 'FINALS' ? before + node.round : node.round;
}

/** Stands a tree below `top`: leaves one below the other, all others in the middle of those they come from. */
function stand(
  nodes: readonly BracketNode[],
  children: (node: BracketNode) => BracketNode[],
  top: number,
  place: (node: BracketNode, y: number) => void
): number {
  const ys = new Map<string, number>();
  const parents = new Set(nodes.flatMap((node) => children(node).map(({ id }) => id)));
  let next = top;
  const put = (node: BracketNode): number => {
    const below = children(node).map(put);
    let y: number;
    if (below.length > 0) y = (Math.min(...below) + Math.max(...below)) / 2;
    else {
      y = next;
      next += BOX.height + GAP.down;
    }
    ys.set(node.id, y);
    place(node, y);
    return y;
  };
  for (const root of nodes.filter(({ id }) => !parents.has(id))) put(root);
  return Math.max(top, ...[...ys.values()].map((y) => y + BOX.height));
}

function line(from: Placed | undefined, to: Placed): Line[] {
  if (!from) return [];
  const [x, y] = [from.x + BOX.width, from.y + BOX.height / 2];
  const [goal, level] = [to.x, to.y + BOX.height / 2];
  const turn = goal - GAP.across / 2;
  return [{ from: from.node.id, to: to.node.id, path: `M${x} ${y}H${turn}V${level}H${goal}` }];
}

function columns(boxes: readonly Placed[], lower: number): Column[] {
  const found = new Map<string, Column>();
  for (const { node, x, y } of boxes) {
    const { side, round } = node;
    const head = side === 'LOSERS' ? lower : side === 'THIRD' ? y - HEAD : 0;
    found.set(`${side}${round}`, { side, round, x, y: head });
  }
  return [...found.values()];
}
