import type { Lazy } from 'portal-frame';
import type { OfflineWork } from 'portal-frame/app';
import { getPlugins } from 'portal-frame/browser/plugins';

/** A button of the dashboard that opens a list, for roles that have it. */
export interface DashboardLink {
  resource: string;
  filter: Readonly<Record<string, unknown>>;
  /** Key of its text. */
  label: string;
}

export interface VisitTimesProps {
  /** Name of the field in the form. */
  source: string;
  /** Id of a visit to move. */
  visit: string | undefined;
}

/** A step of the list for the first administrator, which is done once each resource has a record. */
export interface FirstStep {
  /** Key of its texts, below `firstSteps`. */
  name: string;
  /** Resources to fill, in their order. */
  resources: readonly string[];
}

declare module 'portal-frame/plugin' {
  /** Parts of screens that the portal asks of its features. */
  interface AppBrowserParts {
    /** The main button of a laboratory's dashboard. */
    laboratoryLink?: DashboardLink;
    /** The main button of an employee's dashboard; `label` is the key of its text. */
    employeeLink?: { path: string; label: string };
    /** Sends what waits on the device (`offline` of src/app.ts). */
    offlineSender?: () => Promise<OfflineSender>;
    /** Below the time of a new visit, or of one to move: times at which somebody can make it. */
    visitTimes?: Lazy<VisitTimesProps>;
    /** First steps, before that of the first visit. */
    firstSteps?: readonly FirstStep[];
    /** Resource with an employee's own pay, which the dashboard shows. */
    payResource?: string;
  }
}

type OfflineSender = Awaited<ReturnType<OfflineWork['sender']>>;

/** Loads what sends the work on the device. Without a feature that keeps work there, there is none. */
export const loadOfflineSender = async (): Promise<OfflineSender> =>
  (await getPlugins()
    .find((one) => one.offlineSender)
    ?.offlineSender?.()) ?? {
    sendWaiting: async () => undefined,
    startSending: () => undefined,
  };

/** Returns the main button of a laboratory's dashboard; undefined without one. */
export const getLaboratoryLink = (): DashboardLink | undefined =>
  getPlugins().find((one) => one.laboratoryLink)?.laboratoryLink;

/** Returns the main button of an employee's dashboard; undefined without one. */
export const getEmployeeLink = () => getPlugins().find((one) => one.employeeLink)?.employeeLink;

/** Returns the loader of the times that a feature offers; undefined without one. */
export const getVisitTimes = () => getPlugins().find(({ visitTimes }) => visitTimes)?.visitTimes;

export const getFirstSteps = (): FirstStep[] => getPlugins().flatMap(({ firstSteps }) => firstSteps ?? []);

/** Returns the resource with an employee's own pay; undefined without one. */
export const getPayResource = (): string | undefined => getPlugins().find((one) => one.payResource)?.payResource;
