/** Latitude and longitude in degrees. */
export type Place = readonly [latitude: number, longitude: number];

/** Approximate centers of the ZIP codes around Philadelphia. Admins add others to the collection zipPlaces. */
export const ZIP_PLACES: Readonly<Record<string, Place>> = {
  '08002': [39.931, -75.028],
  '08102': [39.951, -75.119],
  '08103': [39.937, -75.113],
  '19003': [40.002, -75.297],
  '19004': [40.014, -75.234],
  '19082': [39.958, -75.269],
  '19102': [39.953, -75.166],
  '19103': [39.953, -75.174],
  '19104': [39.96, -75.199],
  '19106': [39.949, -75.145],
  '19107': [39.952, -75.159],
  '19119': [40.055, -75.189],
  '19121': [39.981, -75.18],
  '19122': [39.978, -75.146],
  '19123': [39.965, -75.146],
  '19125': [39.978, -75.125],
  '19130': [39.967, -75.174],
  '19133': [39.993, -75.142],
  '19139': [39.961, -75.23],
  '19143': [39.944, -75.228],
  '19145': [39.917, -75.184],
  '19146': [39.94, -75.181],
  '19147': [39.936, -75.153],
  '19148': [39.917, -75.155],
  '19428': [40.08, -75.303],
};

/** Returns the last ZIP code in an address, without the +4; '' if there is none. */
export const readZip = (address: string): string => [...address.matchAll(/\b(\d{5})(?:-\d{4})?\b/g)].at(-1)?.[1] ?? '';
