import type { Lazy, Where } from 'portal-frame';
import type { Feature } from 'portal-frame/wire';

/** Times of a record in a calendar. */
type CalendarTimes<N extends string> =
  | {
      /** Date or moment of a record. The list needs a day filter for it. */
      date: N;
      /** Duration of a record in minutes. Default: 60. */
      minutes?: number;
      from?: never;
      to?: never;
    }
  | {
      /** Collections: start of a record. */
      from: N;
      /** Collections: end of a record; a date is the last day. A missing end is open. */
      to: N;
      date?: never;
      minutes?: never;
    };

/** Calendar beside a list, by day or week, and by month for collections, with a lane per referenced record. */
export type CalendarConfig<N extends string, A extends string> = CalendarTimes<N> & CalendarOptions<N, A>;

interface CalendarOptions<N extends string, A extends string> {
  /** Default: the first column of the list. */
  title?: N;
  /** Choice that gives colour and icon. */
  color?: N;
  /** Second choice, shown by its icon. */
  secondaryIcon?: N;
  /** Further fields: the first follows the title in a day, all are in the tooltip and the agenda. */
  details?: readonly (N | { field: N; feature?: Feature })[];
  /** Records of a lane with the same value, one after the other, share an entry that opens them. */
  groupBy?: N;
  /** Choice that marks a record with a warning unless empty. */
  warning?: N;
  /** Reference whose records are the lanes. Shown to roles that may run `assign`, else to those that may list them. */
  lane?: N;
  /** Referenced records that have a lane even when empty. Fields that the host omits match. */
  laneWhere?: Where;
  /** Action that drops a record into a lane. Roles without it see no lanes. Default, as below: the one of this name. */
  assign?: A;
  /** Actions for dragging to another lane, out of all lanes, and to another time. */
  reassign?: A;
  unassign?: A;
  move?: A;
  /** Values of `color` that count as a conflict if records overlap. Default: all. */
  conflictValues?: readonly string[];
  /** In the toolbar of the calendar by day. Receives the shown day (YYYY-MM-DD), and records that were chosen on it. */
  dayTool?: Lazy<{ day: string; ids?: readonly string[] }>;
}

/** Without this import, an app's compiler would not meet the interface that is extended below. */
export type { ListKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface ListKeys<_N extends string, _A extends string> {
    calendar?: CalendarConfig<_N, _A>;
  }
}
