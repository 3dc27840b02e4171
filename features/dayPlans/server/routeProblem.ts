/** Visit of a plan. Times and durations have one unit, such as minutes. */
export interface RouteVisit {
  /** Index into `travel`. */
  place: number;
  /** Earliest and latest begin. */
  from: number;
  to: number;
  /** Duration of the visit. */
  service: number;
  /** Part of a vehicle's capacity. Default: 1. */
  load?: number;
  /** Cost of leaving the visit out, in units of travel. */
  penalty: number;
}

export interface RouteVehicle {
  /** Place at which it starts, and at which it must end; without `end` it ends at its last visit. */
  start: number;
  end?: number;
  /** Its shift: first departure, and latest return or end of the last visit. */
  from: number;
  to: number;
  /** Most load of a route. */
  capacity: number;
}

export interface RouteProblem {
  visits: readonly RouteVisit[];
  vehicles: readonly RouteVehicle[];
  /** Travel time between two places. Also the cost. */
  travel: readonly (readonly number[])[];
  /** By visit and vehicle: false if the vehicle must not make the visit. Default: all are allowed. */
  allowed?: readonly (readonly boolean[])[];
}

/** Indexes into `visits`: a route for each vehicle, and the visits that fit none. */
export interface RoutePlan {
  routes: number[][];
  unassigned: number[];
  /** Travel of all routes, without penalties. */
  travel: number;
}
