import type { Job, Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import {
  type AnyResource,
  ConfigError,
  findNearestName,
  isEventJob,
  languages,
  mayRead,
} from 'portal-frame/server/plugins';
import type { AutomationConfig } from '../automationConfig.ts';

/** Keys of an automation that do something. */
export const EFFECTS = ['mail', 'notify', 'job'] as const;

/** Texts of a message, each below `automations.{resource}.{automation}.`. */
export const MESSAGE_TEXTS = { mail: ['subject', 'text'], notify: ['title', 'body'] } as const;

/** Words of a text besides the fields of the record. */
export const TEXT_WORDS = ['title', 'portal', 'link'] as const;

interface NamedAutomation {
  /** `{resource}.{automation}`. */
  target: string;
  resource: AnyResource;
  automation: AutomationConfig;
}

export const listAutomations = (resources: readonly AnyResource[]): NamedAutomation[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.automations ?? {}).map(([name, automation]) => ({
      ...{ target: `${resource.name}.${name}`, resource, automation },
    })),
  );

export const findAutomation = ({ resources }: Pick<Services, 'resources'>, target: string) =>
  listAutomations(resources).find((one) => one.target === target);

/** Counts the events of automations that failed: given up, or waiting for another try. */
export async function countFailing(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('event_deliveries')
    .select((of) => ['target', of.fn.countAll<number>().as('count')])
    .where('webhook_id', 'is', null)
    .where('last_error', 'is not', null)
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('target')
    .execute();
  return new Map(rows.map(({ target, count }) => [target, Number(count)]));
}

/** Checks the texts of an automation in every language: they exist, and name only fields that each role may read. */
function findTextErrors({ target, resource, automation }: NamedAutomation, texts: typeof languages): string[] {
  const errors: string[] = [];
  const known = [...Object.keys(resource.fields), ...TEXT_WORDS];
  for (const effect of ['mail', 'notify'] as const) {
    const roles = (automation[effect]?.to ?? []).flatMap((one) => (typeof one === 'string' ? [] : [one.role]));
    for (const part of automation[effect] ? MESSAGE_TEXTS[effect] : [])
      for (const [language, own] of texts) {
        const key = `automations.${target}.${part}`;
        const text = own[key];
        if (!text) errors.push(`i18n (${language}): ${key}: found nothing, expected the text of the ${effect}.`);
        for (const [, word = ''] of (text ?? '').matchAll(/%\{(\w+)\}/g)) {
          const near = findNearestName(word, known);
          if (!known.includes(word))
            errors.push(
              `i18n (${language}): ${key}: found %{${word}}, expected a field of ${resource.name}, title, portal or link${near ? `. Did you mean ${near}?` : '.'}`,
            );
          const blind = roles.find((role) => word in resource.fields && !mayRead(resource, role, word));
          if (blind)
            errors.push(`i18n (${language}): ${key}: found %{${word}}, expected a field that ${blind} may read.`);
        }
      }
  }
  return errors;
}

/** Checks the jobs and texts that automations name. Throws a ConfigError with every mistake. */
export function checkAutomationParts(
  resources: readonly AnyResource[],
  jobs: readonly Job[],
  texts: typeof languages = languages,
): void {
  const errors = listAutomations(resources).flatMap((one) => {
    const { resource, automation } = one;
    const own = jobs.filter((job) => isEventJob(job) && job.resource === resource.name).map(({ name }) => name);
    const place = `src/resources/${resource.name}.ts: automations.${one.target.slice(resource.name.length + 1)}.job`;
    const isKnown = automation.job === undefined || own.includes(automation.job);
    const expected = own.length > 0 ? `one of ${own.join(', ')}` : 'no job';
    return [
      ...(isKnown
        ? []
        : [
            `${place}: found "${automation.job}", expected a job of server/jobs with resource '${resource.name}' and no schedule (${expected}).`,
          ]),
      ...findTextErrors(one, texts),
    ];
  });
  if (errors.length > 0) throw new ConfigError(errors);
}
