/** Where an employee's day stands; reached from the dashboard, as the sidebar is the specification's. */
export const RUN_SHEET_PATH = '/employee-run-sheet';
