import { appointment, everyday, good, on } from './host.ts';

/** The list of appointments that `servePatientPages` answers. */
export const LIST = '/admin/get-appointments';
const patients = ['María Núñez', '=HYPERLINK("http://evil")', 'O"Hara, Pat'];

/** Answers the list with one patient on each page, whose names are hard on exports. */
export function servePatientPages(): void {
  everyday();
  on('GET', LIST, ({ query }) => {
    const page = Number(query.page);
    const one = appointment({ _id: `a${page}`, patientName: patients[page - 1] });
    return good({ appointments: patients[page - 1] ? [one] : [], totalPages: patients.length });
  });
}
