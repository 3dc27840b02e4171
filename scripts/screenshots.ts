// npm run screenshots: every screen at three widths, light and dark, into test-results/screenshots.
// Arguments select screens by name; --readme takes the picture of the README.
import '../src/roles.ts';
import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { buildPortal, isBuilt } from '../frame/build/portalBuild.ts';
import { ensureChromium } from '../frame/testing/chromium.ts';
import { DESKTOP, logged, type PageOptions, PHONE, signInAs, startPortal } from '../tests/browser/harness.ts';
import { type Screen, screens, showScreen } from '../tests/browser/screens.ts';
import { fromRoot } from './lib/root.ts';

const words = process.argv.slice(2);
const forReadme = words.includes('--readme');
const named = words.filter((word) => !word.startsWith('--'));
const chosen = forReadme
  ? screens.filter(({ name }) => name === 'admin-appointments')
  : screens.filter(({ name }) => named.length === 0 || named.some((word) => name.includes(word)));
const sizes = forReadme ? [DESKTOP] : [DESKTOP, { width: 820, height: 1180 }, PHONE];
const themes = forReadme ? (['light'] as const) : (['light', 'dark'] as const);

if (!isBuilt() && !buildPortal()) process.exit(1);
process.env.CHROMIUM_PATH = await ensureChromium();
const folder = forReadme ? fromRoot('docs') : fromRoot('test-results', 'screenshots');
mkdirSync(folder, { recursive: true });
const portal = await startPortal();

async function takeScreenshots(
  role: Screen['role'],
  options: Pick<Required<PageOptions>, 'size' | 'theme'>,
): Promise<void> {
  const page = await portal.newPage(options);
  if (role) await signInAs(page, role);
  for (const screen of chosen.filter((one) => one.role === role)) {
    await showScreen(page, screen);
    // The bell renders after the screen.
    if (role) await page.locator('header a[href*=notifications]').first().waitFor({ state: 'attached' });
    const picture = await page.screenshot({ fullPage: screen.show === undefined });
    const name = forReadme ? 'screenshot' : `${screen.name}-${options.size.width}-${options.theme}`;
    await sharp(picture).png({ palette: true, quality: 90 }).toFile(`${folder}/${name}.png`);
  }
  await page.context().close();
}

try {
  for (const role of new Set(chosen.map((screen) => screen.role)))
    for (const size of sizes) for (const theme of themes) await takeScreenshots(role, { size, theme });
  if (logged.length > 0) console.error(logged.join('\n'));
} finally {
  await portal.stop();
}
