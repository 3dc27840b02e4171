import { orders } from './en/orders.ts';
import { resources } from './en/resources.ts';
import { visitReports } from './en/visitReports.ts';

/** English texts of the portal's screens, loaded after the sign-in page. */
const screens = {
  ...resources,
  ...visitReports,
  ...orders,
} as const;
export default screens;
