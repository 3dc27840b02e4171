/** The closed lists of values that the portal's wire knows (spec 3 and 9). */
export const APPOINTMENT_STATUSES = ['Pending', 'Completed', 'Rejected'] as const;
/** The tabs of the dispatcher's list, but for all. Beyond spec 7. */
export const APPOINTMENT_TABS = ['unassigned', 'today', 'upcoming', 'late', 'done'] as const;
export const TRANSACTION_STATUSES = ['Completed', 'Pending', 'Denied'] as const;
export const PRIORITIES = ['Urgent', 'High', 'Medium', 'Low'] as const;
export const GENDERS = ['Male', 'Female', 'Others'] as const;
export const DEPARTMENTS = ['Laboratory', 'Radiology', 'Pharmacy', 'Admin'] as const;
export const SHIFTS = ['Morning (8AM - 4PM)', 'Evening (4PM - 12AM)', 'Night (12AM - 8AM)'] as const;
/** Laboratories that are filtered by name and have no account (spec 2, 9). */
export const EXTRA_LABORATORIES = ['Natera', 'Caredx', 'Prosecco study', 'Assisted Living', 'Other'] as const;
