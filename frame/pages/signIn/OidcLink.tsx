import { useEffect, useState } from 'react';
import { translate } from '../../i18n/provider.ts';
import { OIDC_NAME_COOKIE, OIDC_START } from '../../wire/oidc.ts';

function readProviderName(): string {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.replace(/^__Host-/, '').split('='));
  const [, name = ''] = cookies.find(([cookieName]) => cookieName === OIDC_NAME_COOKIE) ?? [];
  return decodeURIComponent(name);
}

/** Links to the identity provider, if the server names one in a cookie, which the prerendered page cannot know. */
export function OidcLink() {
  const [name, setName] = useState('');
  useEffect(() => setName(readProviderName()), []);
  if (!name) return null;
  return (
    <a className="signin-other" href={OIDC_START}>
      {translate('signIn.oidc.with', { name })}
    </a>
  );
}
