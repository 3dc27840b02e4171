export const RUN_SHEET_PATH = '/employee-run-sheet';
