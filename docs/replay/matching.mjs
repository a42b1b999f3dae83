// The pairs of all players that cost least together: Edmonds' matching with weights, in integers of any size.
//
// Every player has a label, every odd circle of players that is shrunk into one (a blossom) has one too. An edge is tight
// when the labels of its ends add up to its weight, twice; only tight edges pair. From every free player a forest grows
// along tight edges, alternately by edges that don't pair (to an inner vertex) and by edges that do (to an outer one).
// Two outer vertices of different trees that meet give a longer matching, of one tree a new blossom; when nothing is
// tight, labels change by the least amount that makes something so. Here a vertex is a player or a blossom; 0 is none.
const FREE = -1;
const OUTER = 0;
const INNER = 1;

// For places 0 ... count - 1 and edges [one, other, cost], a cost a BigInt: the pairs, the lower place first; null if
// these edges can't pair everybody.
export function cheapest(count, edges) {
  const matching = new Matching(count, edges);
  while (matching.grow());
  const found = matching.pairs();
  return 2 * found.length === count ? found : null;
}

class Matching {
  constructor(count, edges) {
    const room = count + (count >> 1) + 1; // never more blossoms than half the players
    const all = (made) => Array.from({ length: room }, made);
    this.count = count;
    this.top = count; // the last vertex in use
    this.edge = all(() => new Array(room).fill(null));
    this.beside = all(() => []); // of a player: whom it has an edge to
    this.label = all(() => 0n);
    this.within = all((_, vertex) => (vertex <= count ? vertex : 0)); // the outermost blossom, or itself
    this.mate = all(() => 0);
    this.parent = all(() => 0);
    this.kind = all(() => FREE);
    this.nearest = all(() => 0); // the outer player with the least slack
    this.seen = all(() => 0);
    this.petals = all(() => []); // of a blossom, from its base round
    this.petalOf = all((_, one) => (one > count ? new Uint16Array(count + 1) : null)); // in which petal a player is
    this.visit = 0;
    this.queue = [];
    this.weigh(edges);
  }

  // The less it costs the more it weighs.
  weigh(edges) {
    const most = edges.reduce((found, [, , cost]) => (cost > found ? cost : found), 0n);
    for (const [one, other, cost] of edges) {
      this.join(one + 1, other + 1, most - cost);
      this.join(other + 1, one + 1, most - cost);
    }
    this.label.fill(most, 1, this.count + 1);
  }

  join(from, to, weight) {
    this.edge[from][to] = { from, to, weight };
    this.beside[from].push(to);
  }

  pairs() {
    const found = [];
    for (let one = 1; one <= this.count; one += 1) if (this.mate[one] > one) found.push([one - 1, this.mate[one] - 1]);
    return found;
  }

  slack({ from, to, weight }) {
    return this.label[from] + this.label[to] - 2n * weight;
  }

  petal(vertex, player) {
    return vertex === player ? player : (this.petalOf[vertex]?.[player] ?? 0);
  }

  note(player, vertex) {
    const known = this.nearest[vertex];
    if (!known || this.slack(this.edge[player][vertex]) < this.slack(this.edge[known][vertex]))
      this.nearest[vertex] = player;
  }

  findNearest(vertex) {
    this.nearest[vertex] = 0;
    for (let player = 1; player <= this.count; player += 1) {
      const other = this.within[player];
      if (this.edge[player][vertex] && other !== vertex && this.kind[other] === OUTER)
        this.note(player, vertex);
    }
  }

  await(vertex) {
    if (vertex <= this.count) this.queue.push(vertex);
    else for (const petal of this.petals[vertex]) this.await(petal);
  }

  put(vertex, blossom) {
    this.within[vertex] = blossom;
    if (vertex > this.count) for (const petal of this.petals[vertex]) this.put(petal, blossom);
  }

  // How many petals lie between the base and this one, the even way round.
  distance(blossom, petal) {
    const petals = this.petals[blossom];
    const place = petals.indexOf(petal);
    if (place % 2 === 0) return place;
    this.petals[blossom] = [petals[0], ...petals.slice(1).reverse()];
    return petals.length - place;
  }

  pair(vertex, other) {
    const edge = this.edge[vertex][other];
    this.mate[vertex] = edge.to;
    if (vertex <= this.count) return;
    const petal = this.petal(vertex, edge.from);
    const far = this.distance(vertex, petal);
    const petals = this.petals[vertex];
    for (let place = 0; place < far; place += 1) this.pair(petals[place], petals[place ^ 1]);
    this.pair(petal, other);
    this.petals[vertex] = [...petals.slice(far), ...petals.slice(0, far)];
  }

  // Pairs along the path from an outer vertex up to the root of its tree.
  turn(vertex, other) {
    for (;;) {
      const before = this.within[this.mate[vertex]];
      this.pair(vertex, other);
      if (!before) return;
      const above = this.within[this.parent[before]];
      this.pair(before, above);
      [vertex, other] = [above, before];
    }
  }

  // Where two paths to the root meet; 0 where they belong to two trees.
  meeting(one, other) {
    this.visit += 1;
    while (one || other) {
      if (one) {
        if (this.seen[one] === this.visit) return one;
        this.seen[one] = this.visit;
        const inner = this.within[this.mate[one]];
        one = inner ? this.within[this.parent[inner]] : 0;
      }
      [one, other] = [other, one];
    }
    return 0;
  }

  shrink(one, base, other) {
    let blossom = this.count + 1;
    while (blossom <= this.top && this.within[blossom]) blossom += 1;
    this.top = Math.max(this.top, blossom);
    this.label[blossom] = 0n;
    this.kind[blossom] = OUTER;
    this.mate[blossom] = this.mate[base];
    this.petals[blossom] = [base, ...this.path(one, base).reverse(), ...this.path(other, base)];
    this.put(blossom, blossom);
    this.joinEdges(blossom);
    this.findNearest(blossom);
  }

  path(vertex, base) {
    const found = [];
    for (let outer = vertex; outer !== base; outer = this.within[this.parent[found.at(-1)]]) {
      const inner = this.within[this.mate[outer]];
      found.push(outer, inner);
      this.await(inner);
    }
    return found;
  }

  // Of the edges of its petals to one vertex a blossom has the one with the least slack.
  joinEdges(blossom) {
    for (let vertex = 1; vertex <= this.top; vertex += 1) {
      this.edge[blossom][vertex] = this.edge[vertex][blossom] = null;
    }
    this.petalOf[blossom].fill(0);
    for (const petal of this.petals[blossom]) {
      for (let vertex = 1; vertex <= this.top; vertex += 1) {
        const [mine, theirs] = [this.edge[blossom][vertex], this.edge[petal][vertex]];
        if (theirs && (!mine || this.slack(theirs) < this.slack(mine))) {
          this.edge[blossom][vertex] = theirs;
          this.edge[vertex][blossom] = this.edge[vertex][petal];
        }
      }
      for (let player = 1; player <= this.count; player += 1)
        if (this.petal(petal, player)) this.petalOf[blossom][player] = petal;
    }
  }

  // An inner blossom whose label is used up: the petals on the path through it stay in the tree.
  open(blossom) {
    for (const petal of this.petals[blossom]) this.put(petal, petal);
    const entered = this.petal(blossom, this.edge[blossom][this.parent[blossom]].from);
    const far = this.distance(blossom, entered);
    const petals = this.petals[blossom];
    for (let place = 0; place < far; place += 2) {
      const [inner, outer] = [petals[place], petals[place + 1]];
      this.parent[inner] = this.edge[outer][inner].from;
      this.kind[inner] = INNER;
      this.kind[outer] = OUTER;
      this.nearest[inner] = 0;
      this.findNearest(outer);
      this.await(outer);
    }
    this.kind[entered] = INNER;
    this.parent[entered] = this.parent[blossom];
    for (const petal of petals.slice(far + 1)) {
      this.kind[petal] = FREE;
      this.findNearest(petal);
    }
    this.within[blossom] = 0;
  }

  // A tight edge from an outer player: whether it makes the matching longer.
  reach({ from, to }) {
    const [here, there] = [this.within[from], this.within[to]];
    if (this.kind[there] === FREE) {
      const beyond = this.within[this.mate[there]];
      this.parent[there] = from;
      this.kind[there] = INNER;
      this.nearest[there] = this.nearest[beyond] = 0;
      this.kind[beyond] = OUTER;
      this.await(beyond);
    } else if (this.kind[there] === OUTER) {
      const base = this.meeting(here, there);
      if (!base) {
        this.turn(here, there);
        this.turn(there, here);
        return true;
      }
      this.shrink(here, base, there);
    }
    return false;
  }

  // One pair more; false where there can be none.
  grow() {
    this.kind.fill(FREE);
    this.nearest.fill(0);
    this.queue = [];
    for (const vertex of this.outermost())
      if (!this.mate[vertex]) {
        this.parent[vertex] = 0;
        this.kind[vertex] = OUTER;
        this.await(vertex);
      }
    if (this.queue.length === 0) return false;
    for (;;) {
      if (this.walk()) return true;
      const amount = this.least();
      if (amount === null) return false;
      this.relabel(amount);
      this.queue = [];
      if (this.tightened()) return true;
      for (const vertex of this.outermost())
        if (vertex > this.count && this.kind[vertex] === INNER && this.label[vertex] === 0n) this.open(vertex);
    }
  }

  outermost() {
    const found = [];
    for (let vertex = 1; vertex <= this.top; vertex += 1) if (this.within[vertex] === vertex) found.push(vertex);
    return found;
  }

  walk() {
    for (let place = 0; place < this.queue.length; place += 1) {
      const player = this.queue[place];
      if (this.kind[this.within[player]] === INNER) continue;
      for (const other of this.beside[player]) {
        const edge = this.edge[player][other];
        if (this.within[player] === this.within[other]) continue;
        if (this.slack(edge) > 0n) this.note(player, this.within[other]);
        else if (this.reach(edge)) return true;
      }
    }
    return false;
  }

  tightened() {
    for (const vertex of this.outermost()) {
      const player = this.nearest[vertex];
      if (this.within[vertex] !== vertex || !player || this.within[player] === vertex) continue;
      const edge = this.edge[player][vertex];
      if (this.slack(edge) === 0n && this.reach(edge)) return true;
    }
    return false;
  }

  relabel(amount) {
    for (let player = 1; player <= this.count; player += 1) {
      const kind = this.kind[this.within[player]];
      if (kind === OUTER) this.label[player] -= amount;
      else if (kind === INNER) this.label[player] += amount;
    }
    for (const vertex of this.outermost()) {
      if (vertex <= this.count) continue;
      if (this.kind[vertex] === OUTER) this.label[vertex] += 2n * amount;
      else if (this.kind[vertex] === INNER) this.label[vertex] -= 2n * amount;
    }
  }

  // By how much the labels may change; null: nothing would ever be tight.
  least() {
    let found = null;
    const may = (amount) => {
      if (found === null || amount < found) found = amount;
    };
    for (const vertex of this.outermost()) {
      const player = this.nearest[vertex];
      if (vertex > this.count && this.kind[vertex] === INNER) may(this.label[vertex] / 2n);
      if (!player) continue;
      const slack = this.slack(this.edge[player][vertex]);
      if (this.kind[vertex] === FREE) may(slack);
      else if (this.kind[vertex] === OUTER) may(slack / 2n);
    }
    return found;
  }
}
