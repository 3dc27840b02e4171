import type { Lazy } from 'portal-frame';
import { getPlugins } from 'portal-frame/browser/plugins';
import { type ComponentType, createContext, type ReactNode } from 'react';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import type { ReportKind } from '../../../src/wire/choices.ts';
import type { Gap, VisitOrder } from '../../../src/wire/orderApi.ts';
import type { Queue, QueuedReport } from './device/offlineQueue.ts';

export interface RunSheetPartProps {
  visits: readonly Appointment[];
  queue: Queue;
}

export interface RunSheetTopProps extends Pick<RunSheetPartProps, 'queue'> {
  /** Undefined until the visits appear. */
  visits: readonly Appointment[] | undefined;
  /** Call it once the part knows what it shows. The visits wait for it, a second at most: they appear together. */
  onReady: () => void;
}

/** Obstacles to reports by their kind: gaps before the draw, and the names of tubes without a label. */
export interface ReportObstacles {
  started: readonly Gap[];
  done: readonly string[];
}

/** A question in the dialog of a report that has obstacles. */
export interface ReportQuestion {
  /** Key of the label of the reason. */
  reasonLabel: string;
  content: ReactNode;
  /** True if its content takes the focus. */
  takesFocus: boolean;
  /** True if no reason is needed. */
  isSettled: boolean;
  /** Saves the answer. Returns words for the report if it cannot, as without a connection. */
  save: () => Promise<string | undefined>;
}

export interface VisitOrderProps {
  visit: Appointment;
  offline: boolean;
  /** Reports that wait; undefined if no label can be bound now. */
  reports: readonly QueuedReport[] | undefined;
}

/** Orders of visits for the run sheet and for reports. */
export interface VisitOrderParts {
  /** Tubes to take along, above the visits. */
  Kit?: ComponentType<{ visits: readonly Appointment[] }>;
  /** In the card of a visit. */
  Order?: ComponentType<VisitOrderProps>;
  /** Loads the order of a visit in a list, which has none. */
  useOrder: (visit: string) => VisitOrder | null;
  findObstacles: (
    visit: Pick<Appointment, 'id' | 'gaps' | 'order'>,
    reports: readonly QueuedReport[],
  ) => ReportObstacles;
  useQuestion: (visit: Appointment, kind: ReportKind, obstacles: ReportObstacles) => ReportQuestion | undefined;
}

declare module 'portal-frame/plugin' {
  interface AppBrowserParts {
    /** Orders of visits on the run sheet, of one feature. */
    visitOrders?: () => Promise<{ default: VisitOrderParts }>;
    /** A part of the run sheet, below the visits. */
    runSheetPart?: Lazy<RunSheetPartProps>;
    /** A part of the run sheet, above the visits. */
    runSheetTop?: Lazy<RunSheetTopProps>;
  }
}

const loadParts = <P>(getPart: (plugin: ReturnType<typeof getPlugins>[number]) => Lazy<P> | undefined) =>
  Promise.all(
    getPlugins().flatMap(
      (one) => getPart(one)?.().then(({ default: Part }) => ({ name: one.plugin.name, Part })) ?? [],
    ),
  );

/** Loads the parts of the run sheet: those below the visits, and those above them. */
export const loadRunSheetParts = () =>
  Promise.all([loadParts(({ runSheetPart }) => runSheetPart), loadParts(({ runSheetTop }) => runSheetTop)]);

/** Without the feature of orders, no visit has one. */
const NO_ORDERS: VisitOrderParts = {
  useOrder: () => null,
  findObstacles: () => ({ started: [], done: [] }),
  useQuestion: () => undefined,
};

export const loadVisitOrders = async (): Promise<VisitOrderParts> =>
  (
    await getPlugins()
      .find(({ visitOrders }) => visitOrders)
      ?.visitOrders?.()
  )?.default ?? NO_ORDERS;

/** The screens that report on visits load the parts and provide them. */
export const VisitOrders = createContext(NO_ORDERS);
