/** What the server says: in its replies, by mail and as notifications. */
export const server = {
  /** What the server answers; the portal shows these as they come. */
  server: {
    ok: 'OK',
    signedIn: 'Signed in.',
    signedOut: 'Signed out.',
    wrongCredentials: 'The email or the password is wrong.',
    deactivated: 'This account is deactivated. Please ask your administrator.',
    unauthorized: 'Please sign in again.',
    forbidden: 'You are not allowed to do this.',
    notFound: 'This does not exist.',
    tooMany: 'Too many tries. Please wait %{seconds} seconds and try again.',
    busy: 'The service is busy. Please try again in a moment.',
    internal: 'Something went wrong on our side. Please try again.',
    badRequest: 'The request could not be understood.',
    tooLarge: 'This is too large to be sent.',
    notMultipart: 'The files must be sent as a form (multipart/form-data).',
    fileEmpty: 'The file %{name} is empty.',
    fileTooLarge: 'The file %{name} is too large. At most %{most} MB are allowed.',
    fileTooMany: 'Too many files: at most %{most} are allowed here.',
    fileUnexpected: 'No file is expected under the name %{name}.',
    fileNotImage: 'The file %{name} is not a PNG, JPEG or WebP image.',
    fileNotDocument: 'The file %{name} is not a PDF or an image (PNG, JPEG, WebP).',
    alreadyAssigned: 'An employee is already assigned to this appointment.',
    overlap: 'This employee has another appointment at that time: %{time}.',
    lastAdmin: 'You are the last active administrator. Nobody could activate this account again.',
    alreadyTracked: 'A tracking image was already uploaded for this appointment.',
    noSuchEmployee: 'This employee does not exist or is not active.',
    noSuchLaboratory: 'This laboratory does not exist.',
    emailTaken: 'This email is already in use.',
    usernameTaken: 'This username is already in use.',
    employeeIdTaken: 'This employee ID is already in use.',
    valueTaken: 'This value is already in use.',
    inUse: 'This cannot be deleted or renamed, because records in %{field} refer to it.',
    noSuchRecord: 'What this refers to does not exist.',
    badList: 'This list cannot be given: %{reason}',
    stale:
      'Somebody else changed this in the meantime. Your changes are kept here: load the new version and apply them again.',
    wrongPassword: 'The old password is wrong.',
    linkExpired: 'This link has expired. Please reload the page.',
    restartReset: 'This reset is no longer valid. Please ask for a new code.',
    full: 'There is no space left to store this. Please tell your administrator.',
    storage: 'Files cannot be stored at the moment. Please tell your administrator.',
  },
  mail: {
    otpSubject: 'Your code for the %{app}',
    otpText:
      'Hello %{name},\n\nyour one-time code is %{code}. It is valid for 10 minutes.\n\nIf you did not ask for it, you can ignore this message.',
  },
  /** `push` is the body that leaves the house: it names no patient. */
  notices: {
    added: {
      title: 'New appointment',
      body: '%{laboratory} added an appointment for %{patient}.',
      push: '%{laboratory} added an appointment.',
    },
    assigned: {
      title: 'Appointment assigned',
      body: 'The appointment of %{patient} on %{date} was assigned to you.',
      push: 'An appointment on %{date} was assigned to you.',
    },
    status: {
      title: 'Status changed',
      body: 'The appointment of %{patient} is now %{status}.',
      push: 'An appointment is now %{status}.',
    },
    tracking: {
      title: 'Tracking image uploaded',
      body: '%{employee} uploaded the tracking image for %{patient}.',
      push: '%{employee} uploaded a tracking image.',
    },
  },
} as const;
