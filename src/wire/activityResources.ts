/** Resources of the portal's calls, besides collections. */
export const ACTIVITY_RESOURCES = ['appointments', 'employees', 'laboratories', 'transactions', 'admins'] as const;
/** Resources that entries of the portal's calls name: sessions are the frame's, second factors a plug-in's. */
export type ActivityResource = (typeof ACTIVITY_RESOURCES)[number] | 'session' | 'secondFactor';
