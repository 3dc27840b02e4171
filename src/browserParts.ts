import type { Lazy } from 'portal-frame';
import { getPlugins } from 'portal-frame/browser/plugins';
import type { Queue } from './device/offlineQueue.ts';
import type { Appointment } from './wire/appointments/appointmentRecord.ts';

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
    /** A part of the run sheet, below the visits. */
    runSheetPart?: Lazy<RunSheetPartProps>;
    /** A part of the run sheet, above the visits. */
    runSheetTop?: Lazy<RunSheetTopProps>;
    /** The main button of a laboratory's dashboard. */
    laboratoryLink?: DashboardLink;
    /** Below the time of a new visit, or of one to move: times at which somebody can make it. */
    visitTimes?: Lazy<VisitTimesProps>;
    /** First steps, before that of the first visit. */
    firstSteps?: readonly FirstStep[];
    /** Resource with an employee's own pay, which the dashboard shows. */
    payResource?: string;
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

/** Returns the main button of a laboratory's dashboard; undefined without one. */
export const getLaboratoryLink = (): DashboardLink | undefined =>
  getPlugins().find((one) => one.laboratoryLink)?.laboratoryLink;

/** Returns the loader of the times that a feature offers; undefined without one. */
export const getVisitTimes = () => getPlugins().find(({ visitTimes }) => visitTimes)?.visitTimes;

export const getFirstSteps = (): FirstStep[] => getPlugins().flatMap(({ firstSteps }) => firstSteps ?? []);

/** Returns the resource with an employee's own pay; undefined without one. */
export const getPayResource = (): string | undefined => getPlugins().find((one) => one.payResource)?.payResource;
