let now = Date.now();
const RealDate = Date;

/** Sets the clock of this process. Time stands still in between. */
export const setNow = (moment: number): void => {
  now = moment;
};

globalThis.Date = class extends RealDate {
  constructor(...values: []) {
    super(...((values.length > 0 ? values : [now]) as []));
  }
  static override now() {
    return now;
  }
} as DateConstructor;
