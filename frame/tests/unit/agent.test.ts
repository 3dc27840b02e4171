import { expect, test } from 'vitest';
import { parseUserAgent } from '../../server/base/userAgent.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

test.each([
  [WINDOWS, 'Chrome', 'Windows'],
  [`${WINDOWS} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', 'Safari', 'macOS'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome', 'iPad'],
  ['Mozilla/5.0 (X11; CrOS x86_64 1) Chrome/140.0 Safari/537.36 OPR/110', 'Opera', 'ChromeOS'],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
])('describes %s in plain words', (agent, browser, system) => {
  expect(parseUserAgent(agent)).toEqual({ browser, system });
});
