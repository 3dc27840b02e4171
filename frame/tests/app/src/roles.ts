import { defineRoles } from 'portal-frame/roles';

/** Admins look after all; workers check what branches keep. */
defineRoles({
  admin: { label: 'Admin', home: '/supplies', manages: true },
  worker: { label: 'Worker', home: '/workers' },
  branch: { label: 'Branch', home: '/our-supplies' },
});
