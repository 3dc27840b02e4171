/** What is logged of a request: neither its query nor a name in its path. */
export const serializers = {
  req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({
    method,
    route: routeOptions?.url,
  }),
};
