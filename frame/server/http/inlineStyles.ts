import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * What a Content-Security-Policy names of the styles that stand in the portal's page: those of the first screen, which
 * the build writes into it, and the empty text, as Emotion (MUI) makes empty <style> elements and fills them by script.
 */
export function inlineStyleSources(portalDir: string): string[] {
  const page = join(portalDir, 'index.html');
  const html = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const [, ...parts] = html.split('<style>');
  const texts = parts.map((part) => part.slice(0, part.indexOf('</style>')));
  return ['', ...texts].map(sourceOf);
}
