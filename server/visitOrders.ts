import {
  type Config,
  HttpError,
  type Services,
  type TransactionContext,
  type TransactionHookContext,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import type { NewOrder } from '../src/wire/appointments/newAppointment.ts';
import type { Gap, WireOrder } from '../src/wire/orderApi.ts';
import type { FullAppointment } from './store/appointments.ts';
import type { AppointmentRow } from './store/schema.ts';

type OrderServices = Pick<Services, 'collections' | 'config'> & { db: Db };

interface NestedEntry {
  operation: 'create';
  resource: string;
  recordId: string;
}

/** A label that an employee binds to a tube. */
export interface DrawnLabel {
  label: string;
  /** Id of the tube kind. */
  tube: string;
  /** In ms. */
  at: number;
}

/** Limits that tests set to a visit. */
export interface TestLimits {
  tests: readonly Pick<WireOrder['tests'][number], 'fastingHours'>[];
  tubes: readonly Pick<WireOrder['tubes'][number], 'hours'>[];
}

/** Orders of visits. */
export interface VisitOrders {
  /** True if the server has the collections that orders need. */
  hasOrders(services: Pick<Services, 'collections'>): boolean;
  /** Finds what is missing before each pending visit, by id; 'declined' until the patient agrees again. */
  findVisitGaps(
    services: OrderServices,
    appointments: readonly FullAppointment[],
  ): Promise<ReadonlyMap<string, readonly Gap[]>>;
  /** Loads the orders of appointments in API format, by appointment id. */
  findWireOrders(services: OrderServices, rows: readonly AppointmentRow[]): Promise<ReadonlyMap<string, WireOrder>>;
  /** Plans the tests (ids) of a visit that is not booked yet. */
  planTests(services: OrderServices, tests: readonly string[], laboratory: string | null): Promise<TestLimits>;
  /** Creates the orders of new visits. Returns the audit entries. */
  createOrders(
    tx: TransactionContext,
    orders: readonly (Required<NewOrder> & { appointment: string })[],
  ): Promise<NestedEntry[]>;
  /** Records a drawn tube of the visit's order. Throws an HttpError without order or kind, or if the label is taken. */
  bindLabel(tx: TransactionContext, visit: AppointmentRow, label: DrawnLabel): Promise<void>;
  /** Lists the visits that a transaction adds to draw tubes again. They have notices of their own. */
  listRedraws(transaction: TransactionHookContext['transaction']): readonly unknown[];
}

declare module 'portal-frame/server' {
  interface AppPluginParts {
    /** Orders of visits, of one feature. Without it, visits have none. */
    visitOrders?: VisitOrders;
  }
}

const getOrders = ({ app }: Config): VisitOrders | undefined =>
  app.plugins?.find(({ visitOrders }) => visitOrders)?.visitOrders;

export const findVisitGaps: VisitOrders['findVisitGaps'] = async (services, appointments) =>
  (await getOrders(services.config)?.findVisitGaps(services, appointments)) ?? new Map();

export const findWireOrders: VisitOrders['findWireOrders'] = async (services, rows) =>
  (await getOrders(services.config)?.findWireOrders(services, rows)) ?? new Map();

export const planTests: VisitOrders['planTests'] = async (services, tests, laboratory) =>
  (await getOrders(services.config)?.planTests(services, tests, laboratory)) ?? { tests: [], tubes: [] };

export const createOrders: VisitOrders['createOrders'] = async (tx, orders) =>
  (orders.length > 0 && (await getOrders(tx.services.config)?.createOrders(tx, orders))) || [];

export const bindLabel: VisitOrders['bindLabel'] = async (tx, visit, label) => {
  const orders = getOrders(tx.services.config);
  if (!orders) throw new HttpError(409, 'server.noOrder');
  await orders.bindLabel(tx, visit, label);
};

export const listRedraws = (
  { config }: Pick<Services, 'config'>,
  transaction: TransactionHookContext['transaction'],
): readonly unknown[] => getOrders(config)?.listRedraws(transaction) ?? [];

export const hasOrders = (services: Pick<Services, 'collections' | 'config'>): boolean =>
  getOrders(services.config)?.hasOrders(services) ?? false;
