import { expect, test } from 'vitest';
import { mailTo } from '../../fields/contact.ts';

test('keeps recipients and text out of mailto links', () => {
  expect(mailTo('ann+lab@example.test')).toBe('mailto:ann%2Blab@example.test');
  for (const address of ['a@b.test?bcc=c@d.test', 'a@b.test&body=x', 'a@b.test,c@d.test']) {
    const { search, pathname } = new URL(mailTo(address));
    expect(search).toBe('');
    expect(pathname).not.toMatch(/[?&,]/);
  }
});
