import type { Lazy } from 'portal-frame';
import { getPlugins } from 'portal-frame/browser/plugins';
import type { Queue } from './device/offlineQueue.ts';
import type { Appointment } from './wire/appointments/appointmentRecord.ts';

export interface RunSheetPartProps {
  visits: readonly Appointment[];
  queue: Queue;
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
    /** First steps, before that of the first visit. */
    firstSteps?: readonly FirstStep[];
    /** Resource with an employee's own pay, which the dashboard shows. */
    payResource?: string;
  }
}

/** Loads the parts of the run sheet. */
export const loadRunSheetParts = () =>
  Promise.all(
    getPlugins().flatMap(({ plugin: { name }, runSheetPart }) =>
      runSheetPart ? runSheetPart().then(({ default: Part }) => ({ name, Part })) : [],
    ),
  );

export const getFirstSteps = (): FirstStep[] => getPlugins().flatMap(({ firstSteps }) => firstSteps ?? []);

/** Returns the resource with an employee's own pay; undefined without one. */
export const getPayResource = (): string | undefined => getPlugins().find((one) => one.payResource)?.payResource;
