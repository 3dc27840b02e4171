import type { AnyResource } from 'portal-frame';
import { getKeyField, isReferring } from 'portal-frame';
import {
  checkNobody,
  type ErrorReporter,
  getAccountsConfig,
  isServerManaged,
  listFollowing,
  resolveFieldPath,
} from 'portal-frame/keys';
import type { EventsConfig, NotifyConfig, RecipientConfig } from './automationConfig.ts';

type All = readonly AnyResource[];

function checkEvents(resource: AnyResource, on: EventsConfig, key: string, report: ErrorReporter): void {
  const { fields, states, name } = resource;
  const following = listFollowing(fields);
  const own = Object.keys(fields).filter((one) => !following.has(one));
  const check = (event: 'update' | 'transition', known: readonly string[], expected: string) => {
    const names = on[event];
    for (const [index, one] of Array.isArray(names) ? names.entries() : [])
      if (!known.includes(one)) report(`${key}.${event}.${index}`, one, expected, known);
  };
  check('update', own, `one of the fields of ${name} that no other record changes`);
  check('transition', Object.keys(states?.transitions ?? {}), `one of the transitions of ${name}`);
}

type PathEnd = Exclude<ReturnType<typeof resolveFieldPath>, { expected: string }> & {
  target?: AnyResource | undefined;
};

/** Resolves a path whose steps are references; reports a wrong one. */
function resolvePath(resource: AnyResource, path: string, key: string, report: ErrorReporter, all: All) {
  const found = resolveFieldPath(resource, path, all);
  if ('expected' in found) {
    report(key, found.name, found.expected, found.names);
    return undefined;
  }
  const target = isReferring(found.field) ? found.field.to : undefined;
  return { ...found, target: all.find(({ name }) => name === target) } satisfies PathEnd;
}

const holdsPeople = ({ target, field }: PathEnd) =>
  target !== undefined &&
  getKeyField(field) === 'id' &&
  (target.table?.name === 'accounts' || getAccountsConfig(target) !== undefined);

function checkRecipient(
  resource: AnyResource,
  to: RecipientConfig,
  key: string,
  isMail: boolean,
  report: ErrorReporter,
  all: All,
): void {
  if (typeof to !== 'string') return;
  const end = resolvePath(resource, to, key, report, all);
  if (!end || holdsPeople(end) || (isMail && end.field.kind.holds === 'mailAddress')) return;
  report(key, to, `a reference to people with accounts${isMail ? ', or an e-mail address' : ''}`);
}

function checkNotifyAbout(
  resource: AnyResource,
  { about }: NotifyConfig,
  key: string,
  report: ErrorReporter,
  all: All,
): void {
  const end = about === undefined ? undefined : resolvePath(resource, about, key, report, all);
  if (end && !end.target) report(key, about, 'a reference, or a path to one');
}

/** Checks the events that webhooks may send. */
export function checkWebhookEvents(resource: AnyResource, report: ErrorReporter): void {
  const { on } = resource;
  if (on && !isServerManaged(resource)) report('on', on, 'nothing: only changes of collections are sent');
  if (on) checkEvents(resource, on, 'on', report);
}

/** Checks the events, conditions and recipients of automations. */
export function checkAutomations(resource: AnyResource, report: ErrorReporter, all: All): void {
  const { automations } = resource;
  if (automations && !isServerManaged(resource))
    report('automations', Object.keys(automations), 'nothing: only changes of collections run automations');
  for (const [name, automation] of Object.entries(automations ?? {})) {
    const key = `automations.${name}`;
    const { mail, notify, job, where } = automation;
    if (!/^[a-z]\w*$/i.test(name)) report(key, name, 'a name of letters and digits');
    if (Object.keys(automation.on).length === 0) report(`${key}.on`, automation.on, 'create, update or transition');
    if (!mail && !notify && job === undefined) report(key, Object.keys(automation), 'one of mail, notify and job');
    checkEvents(resource, automation.on, `${key}.on`, report);
    checkNobody(resource, where, `${key}.where`, report, all);
    for (const [effect, message] of Object.entries({ mail, notify }))
      for (const [index, to] of (message?.to ?? []).entries())
        checkRecipient(resource, to, `${key}.${effect}.to.${index}`, effect === 'mail', report, all);
    // A key of another plug-in, which an app may leave out.
    const links = Object.keys((resource as { links?: object }).links ?? {});
    if (mail?.link !== undefined && !links.includes(mail.link))
      report(`${key}.mail.link`, mail.link, `one of the links of ${resource.name}`, links);
    if (notify) checkNotifyAbout(resource, notify, `${key}.notify.about`, report, all);
  }
}
