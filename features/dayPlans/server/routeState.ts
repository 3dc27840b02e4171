import type { RouteProblem } from './routeProblem.ts';

/** Chance to skip a position, so that insertion is not always greedy. */
const BLINK_CHANCE = 0.01;

/** Routes with the times that make an insertion test O(1). Nodes: visits, then starts, then ends of vehicles. */
export class RouteState {
  readonly routes: number[][];
  unassigned: number[];
  cost = 0;
  /** Vehicle of each visit, or -1. */
  readonly vehicleOf: Int32Array;
  private readonly size: number;
  private readonly travel: Float64Array;
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly service: Float64Array;
  private readonly load: Float64Array;
  private readonly penalty: Float64Array;
  /** Earliest departure from each node, and latest arrival that keeps the rest of the route in time. */
  private readonly departure: Float64Array;
  private readonly latest: Float64Array;
  private readonly loadOf: Float64Array;
  private readonly capacity: Float64Array;
  private readonly allowed: Uint8Array;
  /** The first vehicle of those that are alike: only one empty vehicle of a kind is tried. */
  private readonly kindOf: Int32Array;
  private readonly triedKinds: Uint8Array;
  /** State at `begin`, with the routes that have changed since. */
  private before = { routes: new Map<number, number[]>(), unassigned: [] as number[], cost: 0 };

  constructor({ visits, vehicles, travel, allowed }: RouteProblem) {
    const [n, m] = [visits.length, vehicles.length];
    this.size = n + 2 * m;
    const places = [...visits.map(({ place }) => place), ...vehicles.map(({ start }) => start)];
    this.travel = new Float64Array(this.size * this.size);
    for (const [a, from] of places.entries())
      for (const [b, to] of [...places, ...vehicles.map(({ end }) => end)].entries())
        this.travel[a * this.size + b] = to === undefined ? 0 : (travel[from]?.[to] ?? Number.POSITIVE_INFINITY);
    this.from = Float64Array.from([...visits, ...vehicles, ...vehicles].map(({ from }) => from));
    this.to = Float64Array.from([...visits, ...vehicles, ...vehicles].map(({ to }) => to));
    this.service = new Float64Array(this.size);
    this.service.set(visits.map(({ service }) => service));
    this.load = Float64Array.from(visits, ({ load = 1 }) => load);
    this.penalty = Float64Array.from(visits, ({ penalty }) => penalty);
    this.departure = new Float64Array(this.size);
    this.latest = new Float64Array(this.size);
    this.loadOf = new Float64Array(m);
    this.capacity = Float64Array.from(vehicles, ({ capacity }) => capacity);
    this.allowed = Uint8Array.from({ length: n * m }, (_, at) =>
      allowed?.[Math.floor(at / m)]?.[at % m] === false ? 0 : 1,
    );
    const kinds = vehicles.map((one, vehicle) => JSON.stringify([one, allowed?.map((own) => own[vehicle])]));
    this.kindOf = Int32Array.from(kinds, (kind) => kinds.indexOf(kind));
    this.triedKinds = new Uint8Array(m);
    this.vehicleOf = new Int32Array(n).fill(-1);
    this.routes = vehicles.map(() => []);
    this.unassigned = visits.map((_, visit) => visit);
    this.cost = this.penalty.reduce((sum, one) => sum + one, 0);
    for (let vehicle = 0; vehicle < m; vehicle++) this.updateTimes(vehicle);
  }

  private between(a: number, b: number): number {
    return this.travel[a * this.size + b] as number;
  }

  /** Computes the times of a route after a change. */
  updateTimes(vehicle: number): void {
    const route = this.routes[vehicle] as number[];
    const { departure, latest, from, to, service, size } = this;
    const n = this.vehicleOf.length;
    const [start, end] = [n + vehicle, n + this.routes.length + vehicle];
    departure[start] = from[start] as number;
    let before = start;
    let load = 0;
    for (const visit of route) {
      const arrival = (departure[before] as number) + (this.travel[before * size + visit] as number);
      departure[visit] = Math.max(arrival, from[visit] as number) + (service[visit] as number);
      load += this.load[visit] as number;
      before = visit;
    }
    this.loadOf[vehicle] = load;
    latest[end] = to[end] as number;
    let after = end;
    for (let at = route.length - 1; at >= 0; at--) {
      const visit = route[at] as number;
      const limit =
        (latest[after] as number) - (this.travel[visit * size + after] as number) - (service[visit] as number);
      latest[visit] = Math.min(to[visit] as number, limit);
      after = visit;
    }
  }

  /** Returns the travel of one route, as after `updateTimes`. */
  travelOf(vehicle: number): number {
    const route = this.routes[vehicle] as number[];
    if (route.length === 0) return 0;
    const n = this.vehicleOf.length;
    let before = n + vehicle;
    let sum = 0;
    for (const visit of route) {
      sum += this.between(before, visit);
      before = visit;
    }
    return sum + this.between(before, n + this.routes.length + vehicle);
  }

  /** Replaces a route, also by a shorter one whose other visits become unassigned. */
  setRoute(vehicle: number, route: number[]): void {
    this.cost -= this.travelOf(vehicle);
    this.routes[vehicle] = route;
    for (const visit of route) this.vehicleOf[visit] = vehicle;
    this.updateTimes(vehicle);
    this.cost += this.travelOf(vehicle);
  }

  /** Removes `count` visits from `first` on, and keeps `kept` visits after the first `keptAt` of them. */
  removeString(vehicle: number, first: number, count: number, keptAt = count, kept = 0): void {
    this.keep(vehicle);
    const route = this.routes[vehicle] as number[];
    const removed = [
      ...route.slice(first, first + keptAt),
      ...route.slice(first + keptAt + kept, first + count + kept),
    ];
    for (const visit of removed) {
      this.vehicleOf[visit] = -1;
      this.unassigned.push(visit);
      this.cost += this.penalty[visit] as number;
    }
    this.setRoute(
      vehicle,
      route.filter((visit) => this.vehicleOf[visit] === vehicle),
    );
  }

  /** Appends the visit to a route if it fits there. */
  append(visit: number, vehicle: number): boolean {
    const route = this.routes[vehicle];
    const [n, m] = [this.vehicleOf.length, this.routes.length];
    if (!route || (this.vehicleOf[visit] ?? 0) >= 0 || !this.allowed[visit * m + vehicle]) return false;
    if ((this.loadOf[vehicle] as number) + (this.load[visit] as number) > (this.capacity[vehicle] as number))
      return false;
    const before = route.at(-1) ?? n + vehicle;
    const end = n + m + vehicle;
    const arrival = (this.departure[before] as number) + this.between(before, visit);
    const done = Math.max(arrival, this.from[visit] as number) + (this.service[visit] as number);
    if (arrival > (this.to[visit] as number) || done + this.between(visit, end) > (this.to[end] as number))
      return false;
    this.cost -= this.penalty[visit] as number;
    this.unassigned = this.unassigned.filter((one) => one !== visit);
    this.setRoute(vehicle, [...route, visit]);
    return true;
  }

  /** Inserts the visit where it costs least; false if it fits nowhere or its penalty is lower. */
  insertBest(visit: number, random: () => number): boolean {
    const { departure, latest, size, travel, routes, allowed, triedKinds } = this;
    const [n, m] = [this.vehicleOf.length, routes.length];
    const [from, to] = [this.from[visit] as number, this.to[visit] as number];
    const service = this.service[visit] as number;
    let [best, bestVehicle, bestAt] = [this.penalty[visit] as number, -1, -1];
    triedKinds.fill(0);
    for (let vehicle = 0; vehicle < m; vehicle++) {
      if (!allowed[visit * m + vehicle]) continue;
      if ((this.loadOf[vehicle] as number) + (this.load[visit] as number) > (this.capacity[vehicle] as number))
        continue;
      const route = routes[vehicle] as number[];
      const { length } = route;
      if (length === 0) {
        const kind = this.kindOf[vehicle] as number;
        if (triedKinds[kind]) continue;
        triedKinds[kind] = 1;
      }
      let before = n + vehicle;
      for (let at = 0; at <= length; at++) {
        const after = at < length ? (route[at] as number) : n + m + vehicle;
        const there = travel[before * size + visit] as number;
        const arrival = (departure[before] as number) + there;
        if (arrival > to) break;
        const onward = travel[visit * size + after] as number;
        const extra = there + onward - (length === 0 ? 0 : (travel[before * size + after] as number));
        before = after;
        if (extra >= best) continue;
        if (Math.max(arrival, from) + service + onward > (latest[after] as number)) continue;
        if (random() < BLINK_CHANCE) continue;
        [best, bestVehicle, bestAt] = [extra, vehicle, at];
      }
    }
    if (bestVehicle < 0) return false;
    this.keep(bestVehicle);
    (routes[bestVehicle] as number[]).splice(bestAt, 0, visit);
    this.vehicleOf[visit] = bestVehicle;
    this.cost += best - (this.penalty[visit] as number);
    this.updateTimes(bestVehicle);
    return true;
  }
  /** Notes the state, to which `restore` returns. */
  begin(): void {
    this.before = { routes: new Map(), unassigned: [...this.unassigned], cost: this.cost };
  }

  private keep(vehicle: number): void {
    const { routes } = this.before;
    if (!routes.has(vehicle)) routes.set(vehicle, [...(this.routes[vehicle] as number[])]);
  }

  restore(): void {
    const { routes, unassigned, cost } = this.before;
    for (const visit of this.unassigned) this.vehicleOf[visit] = -1;
    for (const [vehicle, route] of routes) this.setRoute(vehicle, route);
    for (const visit of unassigned) this.vehicleOf[visit] = -1;
    Object.assign(this, { unassigned, cost });
  }
}
