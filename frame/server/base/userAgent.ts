/** The order matters: later browsers also appear in the User-Agent of earlier ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\d/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const MAX_LENGTH = 500;

/** Returns the browser and system that a User-Agent names; '' for an unknown one. */
export function parseUserAgent(agent: string): { browser: string; system: string } {
  const start = agent.slice(0, MAX_LENGTH);
  const first = (names: typeof BROWSERS) => names.find(([mark]) => mark.test(start))?.[1] ?? '';
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
