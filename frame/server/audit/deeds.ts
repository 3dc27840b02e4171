import type { CallName } from '../../../src/wire/index.ts';
import type { AuditDeed, AuditResource } from '../../wire/audit.ts';

/** What a request does, and to what. */
export interface Deed {
  deed: AuditDeed;
  resource: string;
  /** The named action or transition, where it is one. */
  action?: string;
}
/** The name of each deed's own table below. */
type Doing = Exclude<AuditDeed, 'refused' | 'export'>;
type CallDeed = readonly [Doing, AuditResource];

/** What shows nothing of any patient. A collection may. */
const WITHOUT_PATIENTS: readonly string[] = [
  'employees',
  'laboratories',
  'profile',
  'password',
  'settings',
  'push',
  'session',
  'feed',
] satisfies AuditResource[];

/** Whether what is read of a resource may be patients' data: it is given out only once the trail has it, by record. */
export const showsPatients = (resource: string): boolean => !WITHOUT_PATIENTS.includes(resource);

/**
 * What each call of the wire leaves in the audit trail; null for figures, which show no record. A call that is not
 * here does not compile.
 */
export const callDeeds: Record<CallName, CallDeed | null> = {
  signIn: ['sign-in', 'session'],
  signOut: ['sign-out', 'session'],
  sessions: ['list', 'session'],
  endSession: ['delete', 'session'],
  endOtherSessions: ['delete', 'session'],
  admins: ['list', 'admins'],
  addAdmin: ['create', 'admins'],
  deleteAdmin: ['delete', 'admins'],
  accountSessions: ['read', 'session'],
  endAccountSessions: ['delete', 'session'],
  clearFactors: ['delete', 'secondFactor'],
  secondFactor: ['sign-in', 'secondFactor'],
  setUpSecondFactor: ['create', 'secondFactor'],
  factors: ['read', 'secondFactor'],
  beginFactor: ['create', 'secondFactor'],
  addFactor: ['create', 'secondFactor'],
  removeFactor: ['delete', 'secondFactor'],
  endSecondFactor: ['delete', 'secondFactor'],
  newRecoveryCodes: ['change', 'secondFactor'],
  reauthenticateOptions: null,
  undoEmail: ['change', 'profile'],
  reauthenticate: ['change', 'session'],
  forgotPassword: ['change', 'password'],
  verifyOtp: ['change', 'password'],
  resetPassword: ['change', 'password'],
  changePassword: ['change', 'password'],
  adminProfile: ['read', 'profile'],
  employeeProfile: ['read', 'profile'],
  laboratoryProfile: ['read', 'profile'],
  updateProfile: ['change', 'profile'],
  toggleNotification: ['change', 'settings'],
  toggleAccount: ['change', 'settings'],
  generateFcm: ['change', 'push'],
  adminAppointments: ['list', 'appointments'],
  adminArchive: ['list', 'appointments'],
  adminToday: ['list', 'appointments'],
  employeeAppointments: ['list', 'appointments'],
  employeeArchive: ['list', 'appointments'],
  employeeToday: ['list', 'appointments'],
  laboratoryAppointments: ['list', 'appointments'],
  laboratoryArchive: ['list', 'appointments'],
  laboratoryToday: ['list', 'appointments'],
  adminCreateAppointment: ['create', 'appointments'],
  laboratoryCreateAppointment: ['create', 'appointments'],
  adminImportAppointments: ['create', 'appointments'],
  laboratoryImportAppointments: ['create', 'appointments'],
  updateAppointment: ['change', 'appointments'],
  assignAppointment: ['change', 'appointments'],
  uploadTracking: ['change', 'appointments'],
  changeAppointment: ['change', 'appointments'],
  assignMany: ['change', 'appointments'],
  reportVisit: ['change', 'appointments'],
  visitReports: ['read', 'appointments'],
  openReports: ['list', 'appointments'],
  visitOrder: ['read', 'appointments'],
  addCustodyEvents: ['create', 'custody'],
  handOverTubes: ['create', 'custody'],
  tubesInHand: ['list', 'custody'],
  closeHandOver: ['change', 'custody'],
  tubeCustody: ['read', 'custody'],
  appointmentCounts: null,
  availability: null,
  adminEmployees: ['list', 'employees'],
  activeEmployees: ['list', 'employees'],
  laboratoryEmployees: ['list', 'employees'],
  addEmployee: ['create', 'employees'],
  changeEmployee: ['change', 'employees'],
  deleteEmployee: ['delete', 'employees'],
  adminLaboratories: ['list', 'laboratories'],
  employeeLaboratories: ['list', 'laboratories'],
  addLaboratory: ['create', 'laboratories'],
  changeLaboratory: ['change', 'laboratories'],
  deleteLaboratory: ['delete', 'laboratories'],
  approveName: ['change', 'laboratories'],
  refuseName: ['change', 'laboratories'],
  transactions: ['list', 'transactions'],
  recentTransaction: ['list', 'transactions'],
  updateTransaction: ['change', 'transactions'],
  totalEarning: null,
  notifications: ['list', 'notifications'],
  readNotifications: ['change', 'notifications'],
  deleteNotifications: ['delete', 'notifications'],
  adminDashboard: null,
  employeeDashboard: null,
  laboratoryDashboard: null,
  overview: null,
  employeeOverview: null,
  laboratoryOverview: null,
  find: ['list', 'appointments'],
  audit: ['list', 'audit'],
  patientRecords: ['list', 'appointments'],
  deletePatient: ['delete', 'appointments'],
  feed: ['read', 'feed'],
  makeFeed: ['create', 'feed'],
  changeFeed: ['change', 'feed'],
  endFeed: ['delete', 'feed'],
  sharedQueries: null,
  shareQuery: ['create', 'settings'],
  endSharedQuery: ['delete', 'settings'],
};
